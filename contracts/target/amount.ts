/** Returns an amount as people write it: `R$ 1,234.50`. */
export function inReais(cents: number): string {
  return `R$ ${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
