import type { Seen } from "../../model/seen.ts";
import { oddlyOpened, oddlyRead } from "../../stories/odd-requests.ts";
import { oddWebhooks } from "../../stories/odd-webhooks.ts";
import type { Story } from "../../stories/story.ts";
import { codeBlocked, codeRenewed, withdrawalPaid, withdrawalTried } from "../../stories/withdrawals.ts";
import type { Clause } from "../clause.ts";
import type { Section } from "../sections.ts";
import { assumption } from "./assumption.ts";
import { observed } from "./observing.ts";

type Row = readonly [id: string, section: Section, story: Story, text: string];

/** With which status each outcome is answered. The clauses are named after their responses. */
const rows: readonly Row[] = [
  ["status.balance-read", "Resources and their fields: Balance", oddlyRead, "The balance is answered with 200."],
  ["status.initiated", "Endpoints", oddlyOpened, "An initiation is answered with 201."],
  ["status.value-refused", "Errors", oddlyOpened, "A value below the floor or above the balance is refused with 422."],
  ["status.fee-simulated", "Endpoints", oddlyRead, "A fee simulation is answered with 200."],
  ["status.code-accepted", "Endpoints", withdrawalPaid, "The right code is answered with 200."],
  [
    "status.not-awaiting-code",
    "Errors",
    withdrawalTried,
    "The confirmation of a withdrawal that needs no code any more is refused with 409.",
  ],
  ["status.code-refused", "Errors", withdrawalTried, "A wrong or expired code is refused with 422."],
  ["status.code-blocked", "Errors", codeBlocked, "Any code of a blocked withdrawal is refused with 423."],
  ["status.code-resent", "Endpoints", codeRenewed, "A resend is answered with 200."],
  [
    "status.resend-refused",
    "Errors",
    withdrawalTried,
    "A resend while the code is valid, or for a withdrawal that needs none, is refused with 409.",
  ],
  ["status.cancelled", "Endpoints", oddlyOpened, "A cancellation is answered with 200."],
  [
    "status.not-cancellable",
    "Errors",
    oddlyOpened,
    "The cancellation of a withdrawal that was confirmed or is closed is refused with 409.",
  ],
  [
    "status.withdrawal-unknown",
    "Errors",
    oddlyOpened,
    "A withdrawal that the company does not have is answered with 404.",
  ],
  ["status.withdrawals-listed", "Endpoints", oddlyRead, "The history is answered with 200."],
  ["status.webhook-created", "Endpoints", oddWebhooks, "The creation of a webhook is answered with 201."],
  [
    "status.webhook-refused",
    "Errors",
    oddWebhooks,
    "A webhook with a forbidden URL or an event that does not exist is refused with 422.",
  ],
  ["status.webhooks-listed", "Endpoints", oddlyRead, "The list of webhooks is answered with 200."],
  ["status.webhook-events-listed", "Endpoints", oddlyRead, "The list of events is answered with 200."],
  ["status.delivery-log-listed", "Endpoints", oddWebhooks, "The log of a webhook is answered with 200."],
  ["status.webhook-unknown", "Errors", oddlyRead, "A webhook that the company does not have is answered with 404."],
  ["status.test-delivery-triggered", "Endpoints", oddWebhooks, "A test of a webhook is answered with 202."],
  ["status.webhook-inactive", "Errors", oddWebhooks, "A test of a deactivated webhook is refused with 409."],
  [
    "status.not-allowed-with-api-key",
    "Errors",
    oddWebhooks,
    "Changing or deleting a webhook with an API key is refused with 403.",
  ],
  // What any operation may answer, or what reaches none.
  ["status.request-malformed", "Errors", oddlyOpened, "A malformed request is refused with 400."],
  ["status.unauthorized", "Errors", oddlyRead, "A request without a key, or with a wrong one, is refused with 401."],
  ["status.route-unknown", "Errors", oddlyRead, "A path that does not exist is answered with 404."],
  ["status.method-not-allowed", "Errors", oddlyRead, "A method that a path does not take is refused with 405."],
  ["status.body-too-large", "Errors", oddlyOpened, "A body that is too large is refused with 413."],
  ["status.media-type-unsupported", "Errors", oddlyOpened, "A body that is not declared as JSON is refused with 415."],
  ["status.headers-too-large", "Errors", oddlyRead, "Headers that are too large are refused with 431."],
];

export const statusClauses: readonly Clause[] = [
  ...rows.map(([id, section, story, text]) =>
    assumption({ id, section, text, needs: [story], covers: [`components/responses/${responseOf(id)}`] }),
  ),
  assumption(
    {
      id: "status.misdirected-or-late",
      section: "Errors",
      text: "No request is answered with 421 but one that names another host, and none with 408 but one that does not arrive in time.",
      needs: [oddlyRead],
      covers: ["components/responses/HostNotAllowed", "components/responses/RequestTimeout"],
    },
    neverGot((status) => status === 408 || status === 421),
  ),
  assumption(
    {
      id: "status.server-trouble",
      section: "Errors",
      text: "No request is answered with a status from 500 to 599 but 500, where the target fails, or 503, where it cannot answer now.",
      needs: [oddlyRead],
      covers: ["components/responses/InternalError", "components/responses/Unavailable"],
    },
    neverGot((status) => status > 500 && status !== 503),
  ),
];

/** `status.code-refused` is about the response `CodeRefused`. */
function responseOf(id: string): string {
  return id.replace("status.", "-").replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** No request of a run should get such a status. */
function neverGot(isWrong: (status: number) => boolean): (seen: Seen) => readonly string[] {
  return ({ whole }) =>
    observed(
      whole.filter((entry) => entry.kind === "call"),
      ({ request, response }) =>
        response !== undefined &&
        isWrong(response.status) &&
        `${request.method} ${request.path} got ${response.status}`,
    );
}
