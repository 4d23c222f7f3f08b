/** The user has not chosen what a clause needs; says what. */
export class OptedOut extends Error {
  override readonly name: string = "OptedOut";
}
