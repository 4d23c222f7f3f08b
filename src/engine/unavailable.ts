/** The world cannot answer now: its history could not be made durable, or it has stopped. Nothing was acknowledged. */
export class Unavailable extends Error {
  override readonly name = "Unavailable";
}

/** An advance or a change of the clock is under way in this world; only one at a time. */
export class ClockBusy extends Error {
  override readonly name = "ClockBusy";
}
