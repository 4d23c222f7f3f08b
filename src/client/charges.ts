import type { components } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

export type Charge = components["schemas"]["Charge"];

/** Returns what customers do with a company's charges. */
export function chargesOf(control: ControlApi) {
  const does = (what: "process" | "pay" | "expire" | "refund" | "chargeback") => (chargeId: string) =>
    carriedOut(control.POST(`/charges/{chargeId}/${what}`, { params: { path: { chargeId } } }));
  return {
    /** `{ total: 10_000 }` in cents; with `paid: true` it is paid at once. */
    create: (charge: BodyOf<"createCharge">) => carriedOut(control.POST("/charges", { body: charge })),
    get: (chargeId: string) => carriedOut(control.GET("/charges/{chargeId}", { params: { path: { chargeId } } })),
    list: (query: QueryOf<"listCharges"> = {}) => carriedOut(control.GET("/charges", { params: { query } })),
    process: does("process"),
    pay: does("pay"),
    expire: does("expire"),
    refund: does("refund"),
    chargeback: does("chargeback"),
  };
}
