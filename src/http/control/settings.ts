import type { operations } from "../../spec/generated/control-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import type { Handlers } from "../server/handler.ts";
import { companyShape, companyView } from "../view/company-view.ts";
import { routesView } from "../view/routes-view.ts";
import { settingsShape } from "../view/settings-view.ts";

export const settingsShapes: OutcomeShapes = {
  "settings-read": { ...settingsShape, position: true },
  "routes-read": { routes: true, position: true },
  "company-read": { ...companyShape, position: true },
};

type SettingsOperation = "getSettings" | "changeSettings" | "getRoutes" | "setRoutes" | "getCompany" | "changeCompany";

/** The settings, routes and companies that an administrator configures. */
export const settingsHandlers: Handlers<Pick<operations, SettingsOperation>> = {
  getSettings: {
    outcomes: ["settings-read"],
    answer: (_call, session) =>
      session.readWorld(({ world, position }) => ({ type: "settings-read", ...world.settings, position })),
  },
  changeSettings: {
    outcomes: ["settings-changed", "value-not-allowed", "admin-required"],
    answer: async ({ body }, session) => {
      // With this policy the server connects to addresses of its own network.
      if (body.webhookUrls === "any") session.requireAdmin();
      return session.execute({ type: "change-settings", patch: body });
    },
  },
  getRoutes: {
    outcomes: ["routes-read"],
    answer: (_call, session) =>
      session.readWorld(({ world, position }) => ({ type: "routes-read", routes: routesView(world.routes), position })),
  },
  setRoutes: {
    outcomes: ["routes-set", "value-not-allowed", "admin-required"],
    answer: async ({ body }, session) => {
      session.requireAdmin();
      return session.execute({ type: "set-routes", routes: Object.entries(body) });
    },
  },
  getCompany: {
    outcomes: ["company-read"],
    answer: (_call, session) =>
      session.read(({ position }, company) => ({ type: "company-read", ...companyView(company), position })),
  },
  changeCompany: {
    outcomes: ["company-changed", "value-not-allowed"],
    answer: ({ body }, session) =>
      session.execute({ type: "change-company", companyId: session.companyId, patch: body }),
  },
};
