import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * The files of the built page by their paths below its address; the document itself has the path "". They are small, so what
 * was asked for once stays in memory.
 */
export type Page = ReadonlyMap<string, PageFile>;

export interface PageFile {
  readonly contentType: string;
  /** Whether the path changes with the content, so that a browser never asks again. */
  readonly isImmutable: boolean;
  /** Returns the bytes in the best encoding that the client accepts. */
  encoded(acceptEncoding: string | undefined): Promise<Encoded>;
}

export interface Encoded {
  readonly encoding: "br" | "gzip" | null;
  readonly bytes: Buffer;
}

const DOCUMENT = "index.html";

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Returns the built page in a folder; null if it was not built, as in a clone whose scripts did not run. */
export function readPage(folder: URL): Page | null {
  if (!existsSync(new URL(DOCUMENT, folder))) return null;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => extname(name) in contentTypes);
  return new Map(names.map((name) => [name === DOCUMENT ? "" : name, pageFile(name, new URL(name, folder))]));
}

function pageFile(name: string, url: URL): PageFile {
  const compressed = new Map<Encoded["encoding"], Promise<Encoded>>();
  return {
    contentType: contentTypes[extname(name)] ?? "application/octet-stream",
    isImmutable: name !== DOCUMENT,
    encoded(acceptEncoding = "") {
      const encoding = encodingFor(acceptEncoding);
      // Read and compressed when it is first asked for, so that a start costs nothing; again if that has failed.
      const made = compressed.get(encoding) ?? encodedFile(url, encoding);
      compressed.set(encoding, made);
      made.catch(() => compressed.delete(encoding));
      return made;
    },
  };
}

/** A quality of 0, which forbids an encoding, is the only parameter that matters here. */
function encodingFor(acceptEncoding: string): Encoded["encoding"] {
  const accepted = acceptEncoding.split(",").flatMap((part) => {
    const [name = "", quality = ""] = part.split(";").map((piece) => piece.trim().toLowerCase());
    return /^q=0(\.0*)?$/.test(quality) ? [] : [name];
  });
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : null;
}

/** A level at which the page takes a few milliseconds. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

async function encodedFile(url: URL, encoding: Encoded["encoding"]): Promise<Encoded> {
  const bytes = await readFile(url);
  if (encoding === "br") return { encoding, bytes: await promisify(brotliCompress)(bytes, brotliOptions) };
  return { encoding, bytes: encoding === "gzip" ? await promisify(gzip)(bytes) : bytes };
}
