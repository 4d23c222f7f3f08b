/** The application cannot be drilled: it does not start, its books lack a field. The message says what to do. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}
