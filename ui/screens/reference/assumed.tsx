import { text } from "../../text/text.ts";

/** Says that the platform's documentation does not show it, and why Saldo does it so. */
export function Assumed({ reason }: { readonly reason: string }) {
  if (reason === "") return null;
  return (
    <span class="chip" title={reason}>
      {text.value.reference.assumed}
    </span>
  );
}
