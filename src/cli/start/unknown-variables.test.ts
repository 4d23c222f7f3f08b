import { expect, test } from "vitest";
import { processOutput } from "../output.ts";
import { createProgram } from "../program.ts";
import { refuseUnknownVariables } from "./unknown-variables.ts";

const program = await createProgram({ output: processOutput, end() {}, words: [] });

function refusal(environment: NodeJS.ProcessEnv): string | null {
  try {
    refuseUnknownVariables(program, environment);
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

test.each([
  ["SALDO_CLOKC", "SALDO_CLOCK"],
  ["SALDO_WEBHOOK_URL", "SALDO_WEBHOOK_URLS"],
  ["SALDO_APIKEY", "SALDO_API_KEY"],
  ["SALDO_PORT", "PORT"],
  ["SALDO_HOST", "HOST"],
])("%s is taken for a slip in %s", (name, meant) => {
  expect(refusal({ [name]: "1", PATH: "/bin" })).toBe(
    `UserError: the variable ${name} is unknown. Did you mean ${meant}?`,
  );
});

test("every unknown variable has a line, and one that nothing is near to says how to do without it", () => {
  const lines = refusal({ SALDO_CLOKC: "frozen", SALDO_SOMETHING_ELSE: "hunter2" })?.split("\n");
  expect(lines).toEqual([
    "UserError: the variable SALDO_CLOKC is unknown. Did you mean SALDO_CLOCK?",
    "error: the variable SALDO_SOMETHING_ELSE is unknown; saldo start --help lists the variables. If another program needs it: env -u SALDO_SOMETHING_ELSE saldo start",
  ]);
});

test("what any command knows, what Kubernetes sets for a service, and what is not of Saldo is let pass", () => {
  const ofCommands = { SALDO_SEED: "a", SALDO_OTP: "prompt", SALDO_WEBHOOK_SECRET: "a", SALDO_IMAGE: "saldo" };
  const ofService = {
    SALDO_SERVICE_HOST: "10.0.0.1",
    SALDO_SERVICE_PORT: "4400",
    SALDO_SERVICE_PORT_HTTP: "4400",
    SALDO_PORT: "tcp://10.0.0.1:4400",
    SALDO_PORT_4400_TCP: "tcp://10.0.0.1:4400",
    SALDO_PORT_4400_TCP_ADDR: "10.0.0.1",
    SALDO_WEB_SERVICE_HOST: "10.0.0.2",
    SALDO_WEB_PORT: "tcp://10.0.0.2:80",
  };
  expect(refusal({ ...ofCommands, ...ofService, SALDOX: "1", MY_SALDO_SEED: "a" })).toBeNull();
});
