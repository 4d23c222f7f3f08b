import { type Signal, useSignal } from "@preact/signals";

interface Props {
  /** The amount in cents; null while the field has none. */
  readonly cents: Signal<number | null>;
  readonly label: string;
}

/** Takes an amount as a Brazilian types it: `1.234,56`, `1234,5` or `1234`. */
export function MoneyInput({ cents, label }: Props) {
  const typed = useSignal(cents.peek() === null ? "" : typedMoney(Number(cents.peek())));
  return (
    <label class="inline">
      {label}
      <span class="money-input">
        R$
        <input
          inputMode="decimal"
          size={10}
          value={typed.value}
          aria-invalid={typed.value !== "" && cents.value === null}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            cents.value = centsIn(typed.value);
          }}
        />
      </span>
    </label>
  );
}

/** Returns cents as they are typed: `1234,56`. */
export function typedMoney(cents: number): string {
  return String(cents).padStart(3, "0").replace(/(..)$/, ",$1");
}

/**
 * Returns the cents of an amount as a person types it; null if it is none, or less than `least`. Points separate thousands, a
 * comma the cents.
 */
export function centsIn(text: string, least = 1): number | null {
  const plain = text.trim().replace(/^R\$\s*/, "");
  if (!/^(\d{1,3}(\.\d{3})+|\d+)(,\d{1,2})?$/.test(plain)) return null;
  const [whole = "", cents = ""] = plain.replaceAll(".", "").split(",");
  const amount = Number(whole) * 100 + Number(cents.padEnd(2, "0"));
  return Number.isSafeInteger(amount) && amount >= least ? amount : null;
}
