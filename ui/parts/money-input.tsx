import { type Signal, useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { text } from "../text/text.ts";
import { centsIn, MONEY_EXAMPLE, typedMoney } from "./typed-money.ts";

interface Props {
  /** The amount in cents; null while the field has none. */
  readonly cents: Signal<number | null>;
  readonly label: string;
}

/** Takes an amount: `1.234,56`, `1,234.56`, `1234.5` or `1234`. */
export function MoneyInput({ cents, label }: Props) {
  const hint = useId();
  const typed = useSignal(cents.peek() === null ? "" : typedMoney(Number(cents.peek())));
  const isWrong = typed.value !== "" && cents.value === null;
  return (
    <>
      <label class="inline">
        {label}
        <span class="money-input">
          R$
          <input
            inputMode="decimal"
            size={10}
            value={typed.value}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? hint : undefined}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
              cents.value = centsIn(typed.value);
            }}
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
    <span id={id} role="alert" class="bad-word">
      {text.value.fields.write(example)}
    </span>
  );
}
