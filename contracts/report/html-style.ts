import { pageStyle } from "../../src/report/page-style.ts";
import { verdictKinds } from "../run/verdict.ts";

const colours = verdictKinds.map((kind) => `.${kind} { color: var(--${kind}); }`).join("\n");

/** The look of the page, with colours and a filter for verdicts. */
export const htmlStyle = `${pageStyle}${colours}
@supports selector(:has(*)) {
  .filter { display: block; }
  .area { display: none; }
  ${rulesOfFilter()}
}
@media print {
  .filter { display: none; }
}
`;

/** An area is shown while any of the verdicts that it has is wanted. */
function rulesOfFilter(): string {
  return verdictKinds
    .map(
      (kind) =>
        `body:has(#show-${kind}:checked) .has-${kind} { display: block; }
  body:has(#show-${kind}:not(:checked)) .row-${kind} { display: none; }`,
    )
    .join("\n  ");
}
