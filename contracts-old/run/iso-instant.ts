const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** An ISO 8601 instant: a date and a time that say how far from UTC they are. */
export function isInstant(value: unknown): value is string {
  return typeof value === "string" && instant.test(value) && !Number.isNaN(Date.parse(value));
}

/** The same in UTC. */
export function isUtcInstant(value: unknown): value is string {
  return isInstant(value) && /(Z|[+-]00:?00)$/.test(value);
}
