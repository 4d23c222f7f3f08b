/** Returns a wrong code, the likest first; one that test systems take only where a payment is allowed. */
export function wrongCode(code: string, nth: number, mayPay: boolean): string {
  const close = [code.slice(0, -1) + next(code.at(-1)), next(code[0]) + code.slice(1)];
  const usual = mayPay ? ["000000", "123456"] : [];
  const far = [1, 2, 3].map((factor) => String((Number(code) + factor * 1_111) % 1_000_000).padStart(6, "0"));
  const wrong = [...new Set([...close, ...usual, ...far])].filter((one) => one !== code);
  return wrong[(nth - 1) % wrong.length] ?? far.join("");
}

function next(digit = "0"): string {
  return String((Number(digit) + 1) % 10);
}
