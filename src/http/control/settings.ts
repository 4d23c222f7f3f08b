import type { operations } from "../../spec/generated/control-api.ts";
import { commandHandler, type Handlers } from "../server/handler.ts";
import { companyView } from "../view/company-view.ts";
import { routesView } from "../view/routes-view.ts";

export const settingsHandlers = {
  getSettings: {
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
    answer: (_call, session) =>
      session.read(({ position }, company) => ({ type: "company-read", ...companyView(company), position })),
  },
  changeCompany: commandHandler(({ body }, companyId) => ({ type: "change-company", companyId, patch: body })),
} satisfies Partial<Handlers<operations>>;
