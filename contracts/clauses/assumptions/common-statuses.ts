import { oddlyOpened, oddlyRead } from "../../stories/odd-requests.ts";
import type { Clause } from "../clause.ts";
import { assumption } from "./assumption.ts";

/** With which status is answered what any operation may answer, or what reaches none. */
export const commonStatusClauses: readonly Clause[] = [
  assumption({
    id: "status.request-malformed",
    section: "Errors",
    text: "A malformed request is refused with 400.",
    needs: [oddlyOpened],
    covers: ["components/responses/RequestMalformed"],
  }),
  assumption({
    id: "status.unauthorized",
    section: "Errors",
    text: "A request without a key, or with a wrong one, is refused with 401.",
    needs: [oddlyRead],
    covers: ["components/responses/Unauthorized"],
  }),
  assumption({
    id: "status.route-unknown",
    section: "Errors",
    text: "A path that does not exist is answered with 404.",
    needs: [oddlyRead],
    covers: ["components/responses/RouteUnknown"],
  }),
  assumption({
    id: "status.method-not-allowed",
    section: "Errors",
    text: "A method that a path does not take is refused with 405.",
    needs: [oddlyRead],
    covers: ["components/responses/MethodNotAllowed"],
  }),
  assumption({
    id: "status.body-too-large",
    section: "Errors",
    text: "A body that is too large is refused with 413.",
    needs: [oddlyOpened],
    covers: ["components/responses/BodyTooLarge"],
  }),
  assumption({
    id: "status.media-type-unsupported",
    section: "Errors",
    text: "A body that is not declared as JSON is refused with 415.",
    needs: [oddlyOpened],
    covers: ["components/responses/MediaTypeUnsupported"],
  }),
  assumption({
    id: "status.headers-too-large",
    section: "Errors",
    text: "Headers that are too large are refused with 431.",
    needs: [oddlyRead],
    covers: ["components/responses/HeadersTooLarge"],
  }),
  assumption({
    id: "status.misdirected-or-late",
    section: "Errors",
    text: "No request is answered with 421 but one that names another host, and none with 408 but one that does not arrive in time.",
    needs: [oddlyRead],
    covers: ["components/responses/HostNotAllowed", "components/responses/RequestTimeout"],
  }),
  assumption({
    id: "status.server-trouble",
    section: "Errors",
    text: "No request is answered with a status from 500 to 599 but 500, where the target fails, or 503, where it cannot answer now.",
    needs: [oddlyRead],
    covers: ["components/responses/InternalError", "components/responses/Unavailable"],
  }),
];
