import { PassThrough } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { codeIn } from "./code-in-text.ts";
import { CommandCodes } from "./command-codes.ts";
import { Dialogue } from "./dialogue.ts";
import { PromptCodes } from "./prompt-codes.ts";

const request = {
  withdrawId: "wdr_1",
  valueCents: 45_000,
  mayPay: true,
  sentAfter: Date.parse("2026-03-02T12:00:00Z"),
  known: ["111111"],
  apiKey: "acme-key",
};
const { signal } = new AbortController();

test.each([
  ["Your code is 482915.", "482915"],
  ["111111 then 222222", "222222"],
  ["12345\n", "12345"],
  ["R$ 1234.50 at 2026-03-02T12:00:00, see https://acme.dev/123456: 000123", "000123"],
  ["2026 482915", "482915"],
  ["Pedido 771204 de Ana, CEP 01310-100: seu código é 482915.", "482915"],
  ["482915 is your code for order 771204", "482915"],
  ["Pedido\n771204\nValor R$ 450000\nCódigo de verificação\n482915\n", "482915"],
  ["Your code for a withdrawal of 450000 cents:\n\n482915\n\nTel. 0800 771204", "482915"],
  ["saque 771204\n482915\n", "482915"],
  ['{"orderId":"771204","paid":450000,"otpCode":"482915"}', "482915"],
  ["no code here", undefined],
])("the code in %j is %s", (text, code) => {
  expect(codeIn(text, ["111111"])).toBe(code);
});

test("a command is told which withdrawal, and never the API key", async () => {
  process.env.ACME_SECRET = "acme-key";
  const command =
    'test "$SALDO_WITHDRAW_ID $SALDO_SENT_AFTER" = "wdr_1 2026-03-02T12:00:00.000Z" && env | grep -vc acme-key';
  const codes = new CommandCodes(`${command} >/dev/null && test -z "$ACME_SECRET" && echo 482915`);
  expect(await codes.read(request, signal)).toEqual({ code: "482915" });
  delete process.env.ACME_SECRET;
});

test("of two numbers, the one that changes from mail to mail is the code", async () => {
  const codes = new CommandCodes('test "$SALDO_WITHDRAW_ID" = wdr_1 && echo 482915 771204 || echo 771204 305512');
  expect(await codes.read(request, signal)).toEqual({ code: "482915" });
  expect(await codes.read({ ...request, withdrawId: "wdr_2" }, signal)).toEqual({ code: "305512" });
});

test("a command that fails, or prints nothing new in time, says so without its text", async () => {
  await expect(new CommandCodes("echo broken >&2; exit 3").read(request, signal)).rejects.toThrow(
    "the command for codes ended with status 3: broken",
  );
  // The command has a minute, which is almost over when it has ended.
  const now = vi.spyOn(Date, "now").mockReturnValueOnce(0).mockReturnValueOnce(0).mockReturnValue(59_500);
  onTestFinished(() => now.mockRestore());
  const older = new CommandCodes("echo 111111", 60_000).read(request, signal);
  await expect(older).rejects.toMatchObject({
    isMissing: true,
    message: expect.stringContaining("no new code within 60 s"),
  });
});

test("a person is told what the code pays out, and asked again for a newer one", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const dialogue = new Dialogue(input, output);
  const reading = new PromptCodes(dialogue).read(request, signal);
  input.write("111111\n48 29 15\n");
  expect(await reading).toEqual({ code: "482915" });
  const shown = String(output.read());
  expect(shown).toContain("wdr_1 (R$ 450.00; the run may confirm it, which pays out R$ 450.00)");
  expect(shown).toContain("older code");
  expect(dialogue.isOpen).toBe(false);
  dialogue.close();
});
