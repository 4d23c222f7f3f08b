/** A Postman Collection v2.1, as far as Saldo's has it: https://schema.getpostman.com/json/collection/v2.1.0/docs/index.html */
export interface Collection {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string };
  readonly auth: Auth;
  readonly event: readonly Script[];
  readonly variable: readonly KeyValue[];
  readonly item: readonly Folder[];
}

export interface Folder {
  readonly name: string;
  readonly description?: string;
  readonly item: readonly (Folder | Item)[];
}

export interface Item {
  readonly name: string;
  readonly event?: readonly Script[];
  readonly request: {
    readonly method: string;
    readonly auth?: Auth;
    readonly header: readonly KeyValue[];
    readonly body?: { readonly mode: "raw"; readonly raw: string; readonly options: object };
    readonly url: Url;
    readonly description?: string;
  };
}

export interface Url {
  readonly raw: string;
  readonly host: readonly string[];
  readonly path: readonly string[];
  readonly query?: readonly KeyValue[];
}

export interface KeyValue {
  readonly key: string;
  readonly value: string;
  readonly disabled?: true;
  readonly description?: string;
}

export interface Script {
  readonly listen: "test";
  readonly script: { readonly type: "text/javascript"; readonly exec: readonly string[] };
}

export type Auth =
  | { readonly type: "noauth" }
  | { readonly type: "apikey"; readonly apikey: readonly { readonly key: string; readonly value: string }[] };

/** Returns a test script that runs after the response. */
export function script(text: string): Script {
  return { listen: "test", script: { type: "text/javascript", exec: text.trim().split("\n") } };
}
