import type { components, operations } from "../spec/generated/control-api.ts";
import type { ControlApi } from "./connection.ts";
import type { BodyOf, QueryOf } from "./operation-types.ts";
import { carriedOut } from "./unexpected-answer.ts";

export type Charge = components["schemas"]["Charge"];

/** What customers do with a company's charges. Every method throws `UnexpectedAnswer` when the sandbox refuses. */
export class Charges {
  readonly #control: ControlApi;

  constructor(control: ControlApi) {
    this.#control = control;
  }

  /** `{ total: 10_000 }` in cents; with `paid: true` it is paid at once. */
  create(charge: BodyOf<operations["createCharge"]>) {
    return carriedOut(this.#control.POST("/charges", { body: charge }));
  }

  get(chargeId: string) {
    return carriedOut(this.#control.GET("/charges/{chargeId}", { params: { path: { chargeId } } }));
  }

  list(query: QueryOf<operations["listCharges"]> = {}) {
    return carriedOut(this.#control.GET("/charges", { params: { query } }));
  }

  process(chargeId: string) {
    return carriedOut(this.#control.POST("/charges/{chargeId}/process", { params: { path: { chargeId } } }));
  }

  pay(chargeId: string) {
    return carriedOut(this.#control.POST("/charges/{chargeId}/pay", { params: { path: { chargeId } } }));
  }

  expire(chargeId: string) {
    return carriedOut(this.#control.POST("/charges/{chargeId}/expire", { params: { path: { chargeId } } }));
  }

  refund(chargeId: string) {
    return carriedOut(this.#control.POST("/charges/{chargeId}/refund", { params: { path: { chargeId } } }));
  }

  chargeback(chargeId: string) {
    return carriedOut(this.#control.POST("/charges/{chargeId}/chargeback", { params: { path: { chargeId } } }));
  }
}
