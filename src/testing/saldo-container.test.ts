import { expect, test } from "vitest";
import { SaldoContainer } from "./saldo-container.ts";

test("an option of a container that is unknown is an error, at every depth", () => {
  const container = new SaldoContainer();
  const withFirstWorld = (options: object) => Reflect.apply(container.withFirstWorld, container, [options]);
  expect(() => withFirstWorld({ sead: "1" })).toThrow('withFirstWorld has no option "sead"; is it seed?');
  const tls = { cert: "cert.pem", key: "key.pem", client: { cert: "cert.pem", kee: "key.pem" } };
  const withTls = (options: object) => Reflect.apply(container.withTls, container, [options]);
  expect(() => withTls(tls)).toThrow('client of withTls has no option "kee"; is it key?');
});
