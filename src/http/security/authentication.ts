import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { digestOf, PUBLIC_API_KEY } from "../../engine/api-key.ts";
import { goOnWith } from "../../engine/world/soon.ts";
import type { Worlds } from "../../engine/worlds.ts";
import { Refused } from "../reply/server-outcome.ts";
import { Session } from "../request/session.ts";
import { traceParentOf } from "../request/trace-parent.ts";

const publicDigest = digestOf(PUBLIC_API_KEY);

/** Finds the company of a request (interface: "Authentication"). */
export class Authentication {
  readonly #worlds: Worlds;
  readonly #adminToken: string | undefined;

  constructor(worlds: Worlds, adminToken: string | undefined) {
    this.#worlds = worlds;
    this.#adminToken = adminToken;
  }

  /**
   * Returns the company of the `X-API-KEY` header, or the one of `X-Saldo-Company` in the same world; at once if the world
   * is loaded. Throws `Refused` if there is none.
   */
  company(headers: IncomingHttpHeaders): Session | Promise<Session> {
    const found = this.find(headers);
    if (found instanceof Promise) return found.then(async (session) => session ?? this.#refuse(headers));
    return found ?? this.#refuse(headers);
  }

  /** Says which key is right where that is no secret. */
  async #refuse(headers: IncomingHttpHeaders): Promise<never> {
    const problem =
      headers["x-api-key"] === undefined ? "Send the company's API key as X-API-KEY" : "The X-API-KEY is not known";
    const hint = !(await this.#worlds.knows(publicDigest))
      ? ""
      : ` The default key of this sandbox is ${PUBLIC_API_KEY}.`;
    throw new Refused({ type: "unauthorized", message: `${problem}.${hint}` });
  }

  /** Returns the same, or null. */
  find(headers: IncomingHttpHeaders): Session | null | Promise<Session | null> {
    const key = headers["x-api-key"];
    if (typeof key !== "string") return null;
    return goOnWith(this.#worlds.find(digestOf(key)), (found) => {
      if (found === null) return null;
      const named = headers["x-saldo-company"];
      const companyId = typeof named === "string" ? named : found.companyId;
      const isNamed = companyId !== found.companyId;
      return new Session(
        found.world,
        companyId,
        isNamed,
        () => this.admin(headers),
        traceParentOf(headers.traceparent),
      );
    });
  }

  /** Returns whether the caller sent the admin token, if one is set, or else a valid API key. */
  knows(headers: IncomingHttpHeaders): boolean | Promise<boolean> {
    const key = headers["x-api-key"];
    if (this.#adminToken === undefined) return typeof key === "string" && this.#worlds.knows(digestOf(key));
    return this.#isAdmin(headers, this.#adminToken);
  }

  /** Throws `Refused` if an admin token is set and the request does not have it. */
  admin(headers: IncomingHttpHeaders): void {
    if (this.#adminToken === undefined || this.#isAdmin(headers, this.#adminToken)) return;
    throw new Refused({ type: "admin-required", message: "Send the admin token as Authorization: Bearer <token>." });
  }

  #isAdmin({ authorization = "" }: IncomingHttpHeaders, adminToken: string): boolean {
    // The scheme is not case-sensitive (RFC 9110, 11.1).
    const token = /^bearer +(.*)$/i.exec(authorization)?.[1] ?? "";
    return timingSafeEqual(Buffer.from(digestOf(adminToken)), Buffer.from(digestOf(token)));
  }
}
