/** Node's `http`. An `import` of it reads all that it exports, and with that loads Node's own `fetch`, a twentieth of a start. */
export const http = process.getBuiltinModule("node:http");
