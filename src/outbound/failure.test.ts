import { describe, expect, it } from "vitest";
import { failureOf } from "./failure.ts";

const receiver = "https://hooks.acme.dev";

function failed(code: string, message = `it failed with ${code}`): Error {
  return Object.assign(new Error(message), { code });
}

describe("an error of the network", () => {
  it.each([
    ["ENOTFOUND", "DNS"],
    ["EAI_AGAIN", "DNS"],
    ["ECONNREFUSED", "CONNECTION_REFUSED"],
    ["ECONNRESET", "CONNECTION_RESET"],
    ["EPIPE", "CONNECTION_RESET"],
    ["UND_ERR_SOCKET", "CONNECTION_RESET"],
    ["EHOSTUNREACH", "UNREACHABLE"],
    ["ENETUNREACH", "UNREACHABLE"],
    ["EACCES", "UNREACHABLE"],
    ["ETIMEDOUT", "TIMEOUT"],
    ["CERT_HAS_EXPIRED", "TLS"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "TLS"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "TLS"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "TLS"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "TLS"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "TLS"],
    ["EPROTO", "TLS"],
    ["UND_ERR_HEADERS_OVERFLOW", "ANSWER_INVALID"],
    ["ESOMETHINGNEW", "UNREACHABLE"],
  ])("with the code %s is %s", (code, failure) => {
    expect(failureOf(failed(code), receiver, false).failure).toBe(failure);
  });

  it("is told in a sentence with the receiver, the code and what was said of it, on one line", () => {
    const error = failed("EHOSTUNREACH", "connect failed\n    at somewhere (file.ts:1:1)");
    expect(failureOf(error, receiver, false).error).toBe(
      "https://hooks.acme.dev cannot be reached (EHOSTUNREACH: connect failed).",
    );
  });
});

describe("an error that gathers those of several addresses", () => {
  const refused = failed("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:3000");
  const unreachable = failed("ENETUNREACH", "connect ENETUNREACH 2001:db8::1:3000");

  it("is the most telling of them, and names all", () => {
    for (const errors of [
      [unreachable, refused],
      [refused, unreachable],
    ]) {
      const { failure, error } = failureOf(new AggregateError(errors), receiver, false);
      expect(failure).toBe("CONNECTION_REFUSED");
      expect(error).toContain("ECONNREFUSED 127.0.0.1:3000");
      expect(error).toContain("ENETUNREACH 2001:db8::1:3000");
    }
  });

  it("is told as its causes when another error stands around it", () => {
    const around = new Error("Connect Timeout Error", { cause: new AggregateError([unreachable]) });
    expect(failureOf(around, receiver, false).failure).toBe("UNREACHABLE");
  });
});
