import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { digestOf } from "../engine/api-key.ts";
import type { Worlds } from "../engine/worlds.ts";
import { Refused } from "./refused.ts";
import { Session } from "./session.ts";

/** Finds out for whom a request speaks (interface: "Authentication"). */
export class Authentication {
  readonly #worlds: Worlds;
  readonly #adminToken: string | undefined;

  constructor(worlds: Worlds, adminToken: string | undefined) {
    this.#worlds = worlds;
    this.#adminToken = adminToken;
  }

  /** The company of the `X-API-KEY` header. Throws `Refused` when there is none. */
  company(headers: IncomingHttpHeaders): Session {
    const session = this.find(headers);
    if (session !== null) return session;
    const key = headers["x-api-key"];
    const message = key === undefined ? "Send the company's API key as X-API-KEY." : "The X-API-KEY is not known.";
    throw new Refused({ type: "unauthorized", message });
  }

  /** The same, or null. */
  find(headers: IncomingHttpHeaders): Session | null {
    const key = headers["x-api-key"];
    const found = typeof key === "string" ? this.#worlds.find(digestOf(key)) : null;
    return found && new Session(found.world, found.companyId, () => this.admin(headers));
  }

  /** Whether the caller is known: as the bearer of the admin token, where one is set, or by a company's API key. */
  knows(headers: IncomingHttpHeaders): boolean {
    if (this.#adminToken === undefined) return this.find(headers) !== null;
    return this.#isAdmin(headers, this.#adminToken);
  }

  /** Lets pass everyone, or, when an admin token is set, only its bearer. Throws `Refused`. */
  admin(headers: IncomingHttpHeaders): void {
    if (this.#adminToken === undefined || this.#isAdmin(headers, this.#adminToken)) return;
    throw new Refused({ type: "admin-required", message: "Send the admin token as Authorization: Bearer <token>." });
  }

  #isAdmin({ authorization = "" }: IncomingHttpHeaders, adminToken: string): boolean {
    // The name of the scheme may be spelled in any case (RFC 9110, 11.1).
    const token = /^bearer +(.*)$/i.exec(authorization)?.[1] ?? "";
    return timingSafeEqual(Buffer.from(digestOf(adminToken)), Buffer.from(digestOf(token)));
  }
}
