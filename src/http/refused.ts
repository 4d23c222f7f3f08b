import type { View } from "../spec/renderer.ts";

/** Ends a request with an outcome that the server itself gives, before or instead of its handler. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly view: View;

  constructor(view: View & { message: string }) {
    super(view.message);
    this.view = view;
  }
}
