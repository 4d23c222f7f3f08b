import type { Signal } from "@preact/signals";
import { useId } from "preact/hooks";
import { text } from "../text/text.ts";
import { typedInto } from "./typed-into.ts";
import { centsIn, MONEY_EXAMPLE } from "./typed-money.ts";

/** Takes an amount: `1.234,56`, `1,234.56`, `1234.5` or `1234`. */
export function MoneyInput({ typed, label }: { readonly typed: Signal<string>; readonly label: string }) {
  const hint = useId();
  const isWrong = typed.value !== "" && centsIn(typed.value) === null;
  return (
    <>
      <label class="inline">
        {label}
        <span class="money-input">
          R$
          <input
            inputMode="decimal"
            size={10}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? hint : undefined}
            {...typedInto(typed)}
          />
        </span>
      </label>
      {isWrong && <Wrong id={hint} example={MONEY_EXAMPLE} />}
    </>
  );
}

/** Says of a field what it reads. */
export function Wrong({ id, example }: { readonly id: string; readonly example: string }) {
  return (
    <span id={id} role="alert" class="bad">
      {text.words.write(example)}
    </span>
  );
}
