import type { BodyOf, ControlApi } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** The settings to change; what it does not name stays as it is. */
export type SettingsChange = BodyOf<"changeSettings">;

/** Returns the settings of the platform. */
export function settingsOf(control: ControlApi) {
  return {
    read: () => carriedOut(control.GET("/settings")),
    /** `{ manualApproval: true }`, or `{ settlement: { outcome: "FAILED" } }`. */
    change: (settings: SettingsChange) => carriedOut(control.PATCH("/settings", { body: settings })),
  };
}

/** Returns the settings of the company whose key is used. */
export function companyOf(control: ControlApi) {
  return {
    read: () => carriedOut(control.GET("/company")),
    /** `{ automaticWithdrawal: { at: "06:00" } }`; what is not named stays as it is. */
    change: (company: BodyOf<"changeCompany">) => carriedOut(control.PATCH("/company", { body: company })),
  };
}

/** Returns the routes, which say by the host of a webhook where its deliveries really go. */
export function routesOf(control: ControlApi) {
  return {
    read: () => carriedOut(control.GET("/routes")),
    /** `{ "hooks.acme.dev": "http://127.0.0.1:3000" }` replaces all routes. */
    set: (routes: BodyOf<"setRoutes">) => carriedOut(control.PUT("/routes", { body: routes })),
  };
}

/** Returns the faults, which make calls fail. */
export function faultsOf(control: ControlApi) {
  return {
    /** `{ kind: "lose-response", operationId: "initiateWithdrawal" }`; applies to the next call, or to the next `times`. */
    add: (fault: BodyOf<"addFault">) => carriedOut(control.POST("/faults", { body: fault })),
    /** Those that can still apply, oldest first. */
    list: async () => (await carriedOut(control.GET("/faults"))).faults,
    removeAll: () => carriedOut(control.DELETE("/faults")),
  };
}
