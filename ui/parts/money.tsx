/** Amounts are in reais in both languages, as on a Brazilian bank statement. */
const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** Returns cents as `R$ 1.234,56`. */
export function moneyText(cents: number): string {
  return reais.format(cents / 100);
}

/** An amount. Negative ones are told by a minus sign as well as by colour. */
export function Money({ cents }: { readonly cents: number }) {
  return <span class={cents < 0 ? "money negative" : "money"}>{moneyText(cents)}</span>;
}
