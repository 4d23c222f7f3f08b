/** Version, trace, parent and flags of a `traceparent`; versions after 00 may have more, behind a dash. */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Returns the value of a `traceparent` header as webhooks carry it on, or undefined if there is none that can be used.
 * From a later version it takes what version 00 has (W3C Trace Context: "Versioning of traceparent").
 */
export function traceParentOf(header: unknown): string | undefined {
  if (header === undefined) return undefined;
  const [, version, trace = "", parent = "", flags = "", rest] = FORM.exec(String(header)) ?? [];
  if (version === undefined || version === "ff" || /^0+$/.test(trace) || /^0+$/.test(parent)) return undefined;
  if (version === "00") return rest === undefined ? String(header) : undefined;
  const sampled = Number.parseInt(flags, 16) & 1;
  return `00-${trace}-${parent}-0${sampled}`;
}
