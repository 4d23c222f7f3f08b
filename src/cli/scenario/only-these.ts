import { BaseResolver, Source } from "@redocly/openapi-core";

/** Has the library read no file and no URL but what it was given, by path. */
export class OnlyThese extends BaseResolver {
  readonly #files: ReadonlyMap<string, string>;

  constructor(files: ReadonlyMap<string, string>) {
    super();
    this.#files = files;
  }

  override resolveExternalRef(_base: string | null, ref: string): string {
    return ref.startsWith("/") ? ref : `/${ref}`;
  }

  override async loadExternalRef(path: string): Promise<Source> {
    const text = this.#files.get(path);
    if (text === undefined) throw new Error(`${path} is not read`);
    return new Source(path, text);
  }
}
