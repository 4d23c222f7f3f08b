import type { operations } from "../../spec/generated/control-api.ts";
import { commandHandler, type Handlers } from "../server/handler.ts";
import { companyShape, companyView } from "../view/company-view.ts";
import { routesView, settingsShape } from "../view/settings-view.ts";

/** The settings, routes and companies that an administrator configures. */
export const settingsHandlers = {
  getSettings: {
    shapes: { "settings-read": { ...settingsShape, position: true } },
    answer: (_call, session) =>
      session.readWorld(({ world, position }) => ({ type: "settings-read", ...world.settings, position })),
  },
  changeSettings: {
    answer: async ({ body }, session) => {
      // With this policy the server connects to addresses of its own network.
      if (body.webhookUrls === "any") session.requireAdmin();
      return session.execute({ type: "change-settings", patch: body });
    },
  },
  getRoutes: {
    shapes: { "routes-read": { routes: true, position: true } },
    answer: (_call, session) =>
      session.readWorld(({ world, position }) => ({ type: "routes-read", routes: routesView(world.routes), position })),
  },
  setRoutes: {
    answer: async ({ body }, session) => {
      session.requireAdmin();
      return session.execute({ type: "set-routes", routes: Object.entries(body) });
    },
  },
  getCompany: {
    shapes: { "company-read": { ...companyShape, position: true } },
    answer: (_call, session) =>
      session.read(({ position }, company) => ({ type: "company-read", ...companyView(company), position })),
  },
  changeCompany: commandHandler(({ body }, companyId) => ({ type: "change-company", companyId, patch: body })),
} satisfies Partial<Handlers<operations>>;
