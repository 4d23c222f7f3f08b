import type { Route } from "../../domain/route.ts";
import { defaultSettings } from "../../domain/settings.ts";
import type { ObjectShape, Shape } from "../../spec/shape.ts";

/** By default there is no retention and no trigger, so their fields are listed here. */
export const settingsShape: ObjectShape = {
  ...shapeOf(defaultSettings),
  retention: { percent: true, holdFor: true },
  triggers: [{ valueEndsWith: true, pixKey: true, settlement: shapeOf(defaultSettings.settlement) }],
};

function shapeOf(value: object): ObjectShape {
  const fields = Object.entries(value).map(([name, item]): [string, Shape] => {
    return [name, typeof item === "object" && item !== null ? shapeOf(item) : true];
  });
  return Object.fromEntries(fields);
}

/** Returns the target of every host. */
export function routesView(routes: readonly Route[]): Readonly<Record<string, string>> {
  return Object.fromEntries(routes.map(({ host, target }) => [host, target]));
}
