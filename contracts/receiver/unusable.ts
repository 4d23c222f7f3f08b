/** The check cannot begin, or cannot see what it needs; says why. */
export class UnusableReceiver extends Error {
  override readonly name: string = "Unusable";
}
