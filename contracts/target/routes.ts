import { pathWith } from "../../src/client/path-segment.ts";
import type { DescribedOperation } from "../judge/description.ts";
import { isTrouble, signOf } from "../trace/cause.ts";
import type { Response } from "../trace/trace.ts";
import { ListPages } from "./list-pages.ts";

/** A path that no target has. What is answered there is known from then on. */
export const UNKNOWN_PATH = "/saldo-contract-nothing-is-here";

/** Where listings usually are; the document says that there is one, and not where. */
const ofWebhooks = ["/webhooks", "/webhook/list", "/webhooks/list", "/webhook/all"];

/**
 * Where the target has its operations: at the described path or below `/v1`, for the document shows both, and the list of
 * webhooks anywhere. What is there is learned from what the target answers.
 */
export class Routes {
  /** The path of the target's URL. */
  readonly base: string;
  /** By operation, what members of requests are called, where that was learned. */
  readonly names = new Map<string, ReadonlyMap<string, string>>();
  /** What a webhook was tried with, and the target says not to know: a story that is played again continues there. */
  readonly unknownNames = new Set<string>();
  /** Where the history has what is new, if it is shown in pages. */
  readonly history = new ListPages();
  readonly #found = new Map<string, string>();
  readonly #vain = new Set<string>();
  /** What the target answers at unknown paths. */
  readonly #nowhere = new Set<string>();

  constructor(base: string) {
    this.base = base;
  }

  /** The path with its parameters in braces. */
  patternOf({ operationId, path }: DescribedOperation): string {
    const found = this.#found.get(operationId);
    if (found !== undefined) return found;
    return followers.includes(operationId) && this.#isElsewhere ? `/v1${path}` : path;
  }

  /** For an operation without parameters. */
  pathOf(operation: DescribedOperation): string {
    return pathWith(this.patternOf(operation), () => "");
  }

  /** Other paths that are worth a try after an answer: none once the operation was found, or sought in vain. */
  othersFor({ operationId, path }: DescribedOperation, response: Response | undefined): readonly string[] {
    if (response === undefined || isTrouble(response.status) || this.#vain.has(operationId)) return [];
    const isThere = this.#isThere(response);
    if (isThere && response.status < 300) this.giveUp(operationId);
    if (isThere) return [];
    // A code that is tried twice is tried once too often.
    if (followers.includes(operationId)) return this.#isElsewhere ? [path] : [];
    const all = operationId === "listWebhooks" ? [path, ...ofWebhooks] : [path];
    const isVersioned = this.base.split("/").includes("v1");
    return [...(isVersioned ? [] : all.map((one) => `/v1${one}`)), ...all.slice(1)];
  }

  /** Notes that an operation need not be sought any more. */
  giveUp(operationId: string): void {
    this.#vain.add(operationId);
  }

  /** Notes that an operation is at a path, if the answer there says so. Returns whether it does. */
  take({ operationId }: DescribedOperation, pattern: string, response: Response | undefined): boolean {
    if (response === undefined || !this.#isThere(response)) return false;
    this.#found.set(operationId, pattern);
    this.giveUp(operationId);
    return true;
  }

  unknown(response: Response | undefined): void {
    if (response !== undefined && response.status >= 400 && !isTrouble(response.status)) {
      this.#nowhere.add(signOf(response));
    }
  }

  #isThere(response: Response): boolean {
    return ![404, 405, 501].includes(response.status) && !this.#nowhere.has(signOf(response));
  }

  get #isElsewhere(): boolean {
    return this.#found.has("initiateWithdrawal");
  }
}

/** Whether an answer may be about the rights of the key, whatever is at the path. */
export function isDenied(response: Response | undefined): boolean {
  return response?.status === 401 || response?.status === 403;
}

/** What follows an initiation is where that is, for it is about what was opened there. */
const followers: readonly string[] = ["confirmWithdrawal", "resendOtp", "cancelWithdrawal"];
