/** How a deployment begins whose codes and payments take seconds, so that a run without a control plane can wait for them. */
export function quickDeployment({
  otpLifetime,
  releaseIn,
}: {
  readonly otpLifetime: string;
  readonly releaseIn: string;
}) {
  return {
    settings: { otpLifetime, settlement: { delay: "PT1S", outcome: "CONFIRMED" } },
    companies: [
      {
        name: "Padaria Bela Vista LTDA",
        document: "40271593000145",
        pixKey: "financeiro@padaria-bela-vista.example.com",
        responsible: { name: "Ana Carolina Souza", email: "ana.souza@example.com" },
        balance: 1_000_000,
        holds: [{ amountCents: 25_000, releaseIn }],
      },
    ],
  };
}
