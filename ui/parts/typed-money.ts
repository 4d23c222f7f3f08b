export const MONEY_EXAMPLE = "1.234,56";

/** Returns cents as they are typed: `1234,56`. */
export function typedMoney(cents: number): string {
  return String(cents).padStart(3, "0").replace(/(..)$/, ",$1");
}

/** Points separate thousands and a comma the cents, or the other way round; `1,234` alone could be either. */
const AMOUNT = /^(?:(\d+)[.,]|(\d{1,3}(?:\.\d{3})+),|(\d{1,3}(?:,\d{3})+)\.)(\d{1,2})$/;
const WHOLE = /^(?:\d+|\d{1,3}(?:\.\d{3})+)$/;

/** Returns the cents of an amount as a person types it; null if it is none, or less than `least`. */
export function centsIn(typed: string, least = 1): number | null {
  const plain = typed.trim().replace(/^R\$\s*/, "");
  const [, ...parts] = AMOUNT.exec(WHOLE.test(plain) ? `${plain},0` : plain) ?? [];
  const [whole, cents = ""] = parts.filter((part) => part !== undefined);
  if (whole === undefined) return null;
  const amount = Number(whole.replaceAll(/[.,]/g, "")) * 100 + Number(cents.padEnd(2, "0"));
  return Number.isSafeInteger(amount) && amount >= least ? amount : null;
}
