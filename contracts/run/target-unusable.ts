/** A target cannot be used at all, so that nothing is run; says why. */
export class TargetUnusable extends Error {
  override readonly name = "TargetUnusable";
}
