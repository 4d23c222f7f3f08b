import type { AssumptionClause } from "../clause.ts";

/** With which status is answered what any operation may answer, or what reaches none. */
export const commonStatusClauses: readonly AssumptionClause[] = [
  {
    kind: "assumption",
    id: "status.request-malformed",
    section: "Errors",
    text: "A malformed request is refused with 400.",
    covers: ["components/responses/RequestMalformed"],
  },
  {
    kind: "assumption",
    id: "status.unauthorized",
    section: "Errors",
    text: "A request without a key, or with a wrong one, is refused with 401.",
    covers: ["components/responses/Unauthorized"],
  },
  {
    kind: "assumption",
    id: "status.route-unknown",
    section: "Errors",
    text: "A path that does not exist is answered with 404.",
    covers: ["components/responses/RouteUnknown"],
  },
  {
    kind: "assumption",
    id: "status.method-not-allowed",
    section: "Errors",
    text: "A method that a path does not take is refused with 405.",
    covers: ["components/responses/MethodNotAllowed"],
  },
  {
    kind: "assumption",
    id: "status.body-too-large",
    section: "Errors",
    text: "A body that is too large is refused with 413.",
    covers: ["components/responses/BodyTooLarge"],
  },
  {
    kind: "assumption",
    id: "status.media-type-unsupported",
    section: "Errors",
    text: "A body that is not declared as JSON is refused with 415.",
    covers: ["components/responses/MediaTypeUnsupported"],
  },
  {
    kind: "assumption",
    id: "status.headers-too-large",
    section: "Errors",
    text: "Headers that are too large are refused with 431.",
    covers: ["components/responses/HeadersTooLarge"],
  },
  {
    kind: "assumption",
    id: "status.misdirected-or-late",
    section: "Errors",
    text: "No request is answered with 421 but one that names another host, and none with 408 but one that does not arrive in time.",
    covers: ["components/responses/HostNotAllowed", "components/responses/RequestTimeout"],
  },
  {
    kind: "assumption",
    id: "status.server-trouble",
    section: "Errors",
    text: "No request is answered with a status from 500 to 599 but 500, where the target fails, or 503, where it cannot answer now.",
    covers: ["components/responses/InternalError", "components/responses/Unavailable"],
  },
];
