/**
 * Returns the usual words for an HTTP status, such as "Not Found". An `import` of `node:http` reads all that it exports,
 * and with that loads Node's own `fetch`, a twentieth of a start.
 */
export function statusText(status: number): string | undefined {
  return process.getBuiltinModule("node:http").STATUS_CODES[status];
}
