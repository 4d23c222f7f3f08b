import type { View } from "../../spec/renderer.ts";

/** Ends a request with an outcome of the server, before or instead of the handler. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly view: View;

  constructor(view: View & { message: string }) {
    super(view.message);
    this.view = view;
  }
}
