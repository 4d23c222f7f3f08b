import { describe, expect, it } from "vitest";
import { receiverAddress } from "./receiver-address.ts";

const url = "https://hooks.acme.dev/saldo?from=saldo";

describe("the address of a webhook's receiver", () => {
  it("is the route's target, which is not checked, or else the origin of the URL", () => {
    const routes = [{ host: "hooks.acme.dev", target: "http://127.0.0.1:3000" }];
    const common = { path: "/saldo?from=saldo", hostname: "hooks.acme.dev" };
    expect(receiverAddress(url, routes, "strict")).toEqual({
      ...common,
      destination: { origin: "http://127.0.0.1:3000", checked: false },
      isRouted: true,
    });
    expect(receiverAddress(url, [], "strict")).toEqual({
      ...common,
      destination: { origin: "https://hooks.acme.dev", checked: true },
      isRouted: false,
    });
  });

  it("is not remembered beyond a change of the URL policy or of the routes", () => {
    const none = [] as const;
    const isChecked = (webhookUrls: "strict" | "any") => receiverAddress(url, none, webhookUrls).destination.checked;
    expect([isChecked("strict"), isChecked("any"), isChecked("strict")]).toEqual([true, false, true]);
    const origins = ["http://127.0.0.1:3000", "http://127.0.0.1:4000"].map((target) => {
      return receiverAddress(url, [{ host: "hooks.acme.dev", target }], "strict").destination.origin;
    });
    expect(origins).toEqual(["http://127.0.0.1:3000", "http://127.0.0.1:4000"]);
  });

  it("cannot be had of a text that is no URL, however often it is asked for", () => {
    const asked = () => receiverAddress("hooks.acme.dev", [], "strict");
    expect(asked).toThrow(TypeError);
    expect(asked).toThrow(TypeError);
  });
});
