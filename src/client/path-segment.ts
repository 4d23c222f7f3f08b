/** A text cannot be one segment of a path; the message says why. */
export class UnusableSegment extends Error {
  override readonly name = "UnusableSegment";
}

/**
 * Returns a text as one segment of a path. Throws `UnusableSegment` for one that leads to another path: clients and servers
 * resolve `.` and `..`, and some of them also where they are encoded, or have parameters behind a semicolon.
 */
export function pathSegment(text: string): string {
  const shown = JSON.stringify(text.slice(0, 100));
  if (text === "") throw new UnusableSegment("an empty text cannot be part of a path");
  if (!text.isWellFormed())
    throw new UnusableSegment(`the text ${shown} cannot be part of a path: it is not valid Unicode`);
  const segments = decoded(text).split(/[/\\]/);
  if (segments.some((one) => /^\.\.?$/.test(one.replace(/;.*$/s, "").trim()))) {
    throw new UnusableSegment(`the text ${shown} cannot be part of a path: it leads to another one`);
  }
  return encodeURIComponent(text);
}

/** Returns what is left of a text when several servers decode it on the way. */
function decoded(text: string, times = 5): string {
  const once = text.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return once === text || times === 0 ? once : decoded(once, times - 1);
}

/** Fills the parameters of a path, such as `/charges/{chargeId}`. Throws `UnusableSegment`, also for one that is no text. */
export function pathWith(template: string, valueFor: (name: string) => unknown): string {
  return template.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = valueFor(name);
    // What was read from an answer that has it elsewhere would be looked for as "undefined".
    if (typeof value === "string" || typeof value === "number") return pathSegment(String(value));
    throw new UnusableSegment(`${name} cannot be part of a path: it is of the type ${typeof value}`);
  });
}
