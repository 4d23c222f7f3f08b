const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** Returns `R$ 1.234,56` for cents. */
export function money(cents: number): string {
  return reais.format(cents / 100).replaceAll(/\s/g, " ");
}
