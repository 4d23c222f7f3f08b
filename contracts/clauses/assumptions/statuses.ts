import { oddlyOpened, oddlyRead } from "../../stories/odd-requests.ts";
import { oddWebhooks } from "../../stories/odd-webhooks.ts";
import type { Story } from "../../stories/story.ts";
import { codeBlocked, codeRenewed, withdrawalPaid, withdrawalTried } from "../../stories/withdrawals.ts";
import { callsIn } from "../../trace/find.ts";
import type { Call } from "../../trace/trace.ts";
import type { Clause } from "../clause.ts";
import { assumption } from "./assumption.ts";

type Row = readonly [name: string, story: Story, what: string, status: number];

/** With which status each outcome is answered. The clauses are named after their responses. */
const rows: readonly Row[] = [
  ["balance-read", oddlyRead, "The balance", 200],
  ["initiated", oddlyOpened, "An initiation", 201],
  ["value-refused", oddlyOpened, "A value below the floor or above the balance", 422],
  ["fee-simulated", oddlyRead, "A fee simulation", 200],
  ["code-accepted", withdrawalPaid, "The right code", 200],
  ["not-awaiting-code", withdrawalTried, "The confirmation of a withdrawal that needs no code any more", 409],
  ["code-refused", withdrawalTried, "A wrong or expired code", 422],
  ["code-blocked", codeBlocked, "Any code of a blocked withdrawal", 423],
  ["code-resent", codeRenewed, "A resend", 200],
  ["resend-refused", withdrawalTried, "A resend while the code is valid, or for a withdrawal that needs none,", 409],
  ["cancelled", oddlyOpened, "A cancellation", 200],
  ["not-cancellable", oddlyOpened, "The cancellation of a withdrawal that was confirmed or is closed", 409],
  ["withdrawal-unknown", oddlyOpened, "A withdrawal that the company does not have", 404],
  ["withdrawals-listed", oddlyRead, "The history", 200],
  ["webhook-created", oddWebhooks, "The creation of a webhook", 201],
  ["webhook-refused", oddWebhooks, "A webhook with a forbidden URL or an event that does not exist", 422],
  ["webhooks-listed", oddlyRead, "The list of webhooks", 200],
  ["webhook-events-listed", oddlyRead, "The list of events", 200],
  ["delivery-log-listed", oddWebhooks, "The log of a webhook", 200],
  ["webhook-unknown", oddlyRead, "A webhook that the company does not have", 404],
  ["test-delivery-triggered", oddWebhooks, "A test of a webhook", 202],
  ["webhook-inactive", oddWebhooks, "A test of a deactivated webhook", 409],
  ["not-allowed-with-api-key", oddWebhooks, "A change or the deletion of a webhook with an API key", 403],
  // What any operation may answer, or what reaches none.
  ["request-malformed", oddlyOpened, "A malformed request", 400],
  ["unauthorized", oddlyRead, "A request without a key, or with a wrong one,", 401],
  ["route-unknown", oddlyRead, "A path that does not exist", 404],
  ["method-not-allowed", oddlyRead, "A method that a path does not take", 405],
  ["body-too-large", oddlyOpened, "A body that is too large", 413],
  ["media-type-unsupported", oddlyOpened, "A body that is not declared as JSON", 415],
  ["headers-too-large", oddlyRead, "A request with headers that are too large", 431],
];

export const statusClauses: readonly Clause[] = [
  ...rows.map(([name, story, what, status]) =>
    assumption({
      id: `status.${name}`,
      section: status < 300 ? "Endpoints" : "Errors",
      text: `${what} is ${status < 300 || status === 404 ? "answered" : "refused"} with ${status}.`,
      needs: [story],
      covers: [`components/responses/${responseOf(name)}`],
    }),
  ),
  assumption({
    id: "status.misdirected-or-late",
    section: "Errors",
    text: "No request is answered with 421 but one that names another host, and none with 408 but one that does not arrive in time.",
    needs: [oddlyRead],
    covers: ["components/responses/HostNotAllowed", "components/responses/RequestTimeout"],
    those: ({ whole }) => callsIn(whole),
    differs: gets((status) => status === 408 || status === 421),
  }),
  assumption({
    id: "status.server-trouble",
    section: "Errors",
    text: "No request is answered with a status from 500 to 599 but 500, where the target fails, or 503, where it cannot answer now.",
    needs: [oddlyRead],
    covers: ["components/responses/InternalError", "components/responses/Unavailable"],
    those: ({ whole }) => callsIn(whole),
    differs: gets((status) => status > 500 && status !== 503),
  }),
];

/** `code-refused` is about the response `CodeRefused`. */
function responseOf(name: string): string {
  return `-${name}`.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function gets(isWrong: (status: number) => boolean) {
  return ({ request, response }: Call) =>
    response !== undefined && isWrong(response.status) && `${request.method} ${request.path} got ${response.status}`;
}
