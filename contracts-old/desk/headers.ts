/** How the suite's worker and its desk speak about a request, beside the request itself. */
export const deskHeaders = {
  /** Proves that the request is the suite's: whoever else is on this machine must not spend through the desk. */
  token: "x-saldo-desk-token",
  /** For which clause it is sent. */
  clause: "x-saldo-desk-clause",
  /** In answers of the desk itself: what kind of answer the body explains. */
  says: "x-saldo-desk-says",
} as const;

/** The desk's own answers: `not-allowed` with what is needed, `no-answer` of the target, `unreachable` target. */
export type DeskSays = "not-allowed" | "no-answer" | "unreachable" | "no-code";

/** Where the desk gives one-time codes to a POST that names the withdrawal in its body. No path of a target begins so. */
export const codePath = "/.desk/code";

/** Where the desk is told what came to the receiver, as evidence. */
export const deliveryPath = "/.desk/delivery";

/** Where a contract says that it has ended, so that what was opened for it is closed. */
export const endPath = "/.desk/end";

/** Identifiers that the suite invents begin so, and belong to nobody. */
export const inventedPrefix = "saldo-contract-unknown-";
