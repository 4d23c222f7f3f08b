import type { Ask } from "../../src/client/connection.ts";

/** Remembers every answer, headers and all, but those of `except`. */
export class Recorder {
  readonly heard: { readonly where: string; readonly said: string }[] = [];

  listen(ask: Ask, except = /^$/): Ask {
    return async (method, path, body, headers) => {
      const answer = await ask(method, path, body, headers);
      const said = `${JSON.stringify([...answer.headers])}\n${JSON.stringify(answer.body)}`;
      const where = `${method} ${path.replace(/whk_\w+/, "{id}").replace(/\?.*/, "")}`;
      if (!except.test(where)) this.heard.push({ where: `${where} ${answer.status}`, said });
      return answer;
    };
  }

  /** The places where a secret was said as a word of its own, each once, in order. */
  sayings(secret: string): string[] {
    const word = new RegExp(`(?<![0-9A-Za-z])${secret}(?![0-9A-Za-z])`);
    return [...new Set(this.heard.filter(({ said }) => word.test(said)).map(({ where }) => where))].sort();
  }
}
