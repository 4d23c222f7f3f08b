let reais: Intl.NumberFormat | undefined;

/** Returns `R$ 1.234,56` for cents. */
export function money(cents: number): string {
  // Made at first use, because Node reads the language's data for it, which would slow down every startup.
  reais ??= new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
  return reais.format(cents / 100).replaceAll(/\s/g, " ");
}
