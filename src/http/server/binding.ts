import type { Memory } from "../../engine/world/memory.ts";
import type { SpecDocument } from "../../spec/document.ts";
import type { CompileTime } from "../../spec/find-errors.ts";
import type { Calls } from "../request/calls.ts";
import type { Authentication } from "../security/authentication.ts";
import type { Handler } from "./handler.ts";

/** A document and the code that implements it. */
export interface Binding {
  readonly document: SpecDocument;
  /** The document without its overlay, if there is one: it describes what the handlers accept and return. */
  readonly builtDocument?: SpecDocument | undefined;
  readonly handlers: Readonly<Record<string, Handler<unknown>>>;
  readonly authentication: Authentication;
  readonly memory: Memory;
  /**
   * When responses and validators are compiled, which shows whether document and code fit together. The tests do that for
   * the documents of this version.
   */
  readonly compiles: CompileTime;
  /** Set for the simulated interface only. */
  readonly calls?: Calls | undefined;
  /** Whether requests from web pages of other origins are refused. */
  readonly refusesForeignPages?: boolean;
}
