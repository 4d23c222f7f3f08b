import type {
  CompanyChanged,
  CompanyRead,
  Fault,
  FaultAdded,
  FaultsRemoved,
  Preset,
  PresetApplied,
  PresetsListed,
  RoutesState,
  SettingsChanged,
  SettingsRead,
} from "../spec/generated/control-api.ts";
import type { BodyOf, ControlApi } from "./connection.ts";
import { carriedOut } from "./unexpected-answer.ts";

/** The settings to change; what it does not name stays as it is. */
export type SettingsChange = BodyOf<"changeSettings">;

/** Returns the settings of the platform. */
export function settingsOf(control: ControlApi) {
  return {
    /** Returns the settings. */
    read: (): Promise<SettingsRead> => carriedOut(control.GET("/settings")),
    /** Changes settings: `{ manualApproval: true }`, or `{ settlement: { outcome: "FAILED" } }`. */
    change: (settings: SettingsChange): Promise<SettingsChanged> =>
      carriedOut(control.PATCH("/settings", { body: settings })),
  };
}

/** Returns the settings of the company whose key is used. */
export function companyOf(control: ControlApi) {
  return {
    /** Returns the company. */
    read: (): Promise<CompanyRead> => carriedOut(control.GET("/company")),
    /** Changes the company: `{ automaticWithdrawal: { at: "06:00" } }`; what is not named stays as it is. */
    change: (company: BodyOf<"changeCompany">): Promise<CompanyChanged> =>
      carriedOut(control.PATCH("/company", { body: company })),
  };
}

/** Returns the routes, which say by the host of a webhook where its deliveries really go. */
export function routesOf(control: ControlApi) {
  return {
    /** Returns the routes. */
    read: (): Promise<RoutesState> => carriedOut(control.GET("/routes")),
    /** Replaces all routes: `{ "hooks.acme.dev": "http://127.0.0.1:3000" }`. */
    set: (routes: BodyOf<"setRoutes">): Promise<RoutesState> => carriedOut(control.PUT("/routes", { body: routes })),
  };
}

/** Returns the faults, which make calls fail. */
export function faultsOf(control: ControlApi) {
  return {
    /**
     * Adds a fault: `{ kind: "lose-response", operationId: "initiateWithdrawal" }`. It applies to the next call, or to the
     * next `times`.
     */
    add: (fault: BodyOf<"addFault">): Promise<FaultAdded> => carriedOut(control.POST("/faults", { body: fault })),
    /** Returns those that can still apply, oldest first. */
    list: async (): Promise<Fault[]> => (await carriedOut(control.GET("/faults"))).faults,
    /** Removes those that can still apply. */
    removeAll: (): Promise<FaultsRemoved> => carriedOut(control.DELETE("/faults")),
  };
}

/** Returns the presets: several things that go wrong together. */
export function presetsOf(control: ControlApi) {
  return {
    /** Returns the shipped presets in the order of their names. */
    list: async (): Promise<PresetsListed["presets"]> => (await carriedOut(control.GET("/presets"))).presets,
    /** Applies a shipped preset, or one of your own: `"bad-friday"`, or `{ chargebacks: 3 }`. */
    apply: (preset: string | Preset): Promise<PresetApplied> =>
      carriedOut(control.POST("/presets", { body: { preset } })),
  };
}
