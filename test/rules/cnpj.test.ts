import { expect, it } from "vitest";
import { startCheckedSandbox } from "./checked-sandbox.ts";

// Since July 2026 a CNPJ can have capital letters; this one is the tax authority's example.
const cnpj = "12ABC34501DE35";

it("takes and shows a CNPJ with letters: of a company, of a fixture, and as a PIX key", async () => {
  await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "Loja", document: cnpj }] } });
  const { ask } = sandbox;
  expect((await ask("GET", "/sandbox/company")).at("document")).toBe(cnpj);
  const made = await ask("POST", "/sandbox/companies", { name: "Padaria", document: cnpj, pixKey: cnpj });
  expect(made.status).toBe(201);
  const shown = await sandbox.as(made.text("apiKey"))("GET", "/sandbox/company");
  expect(shown.body).toMatchObject({ document: cnpj, pixKey: cnpj });
});

it.each(["12abc34501de35", "12ABC34501DEAB", "12.ABC.345/01DE-35", "1122233300018", "112223330001811"])(
  "refuses %s in words",
  async (document) => {
    await using sandbox = await startCheckedSandbox();
    const refused = await sandbox.ask("POST", "/sandbox/companies", { name: "Padaria", document });
    expect(refused.at("problems")).toEqual([
      { at: "body/document", message: expect.stringContaining("must be a CNPJ without dots: 12 digits or capital") },
    ]);
  },
);
