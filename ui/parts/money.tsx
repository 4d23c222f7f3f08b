/** Amounts are in reais in both languages, as on a Brazilian bank statement. */
const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL", maximumFractionDigits: 0 });

/** Returns cents as `R$ 1.234,56`. The cents are written apart: as a fraction of very many reais they would be rounded. */
export function moneyText(cents: number): string {
  return `${reais.format(Math.trunc(cents / 100))},${String(Math.abs(cents % 100)).padStart(2, "0")}`;
}

/** An amount. Negative ones are told by a minus sign as well as by colour. */
export function Money({ cents }: { readonly cents: number }) {
  return <span class={cents < 0 ? "money negative" : "money"}>{moneyText(cents)}</span>;
}
