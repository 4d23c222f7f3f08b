import { text } from "../text/text.ts";

/** Stands where something is being read, so that nothing is claimed before it is known. */
export function Skeleton() {
  return (
    <div class="skeleton" aria-busy="true">
      <p class="visually-hidden">{text.value.shell.loading}</p>
      <span />
      <span />
      <span />
    </div>
  );
}
