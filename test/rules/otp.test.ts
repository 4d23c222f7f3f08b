import { describe, expect, it } from "vitest";
import { later, minute, startAt, startCheckedSandbox } from "./checked-sandbox.ts";
import { SlowStore } from "./slow-store.ts";

const expiresAt = later(startAt, 5 * minute);

describe("OTP rules of an open withdrawal", () => {
  it("1. six digits, valid for minutes only", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const initiated = await account.initiate(50_000);
    expect(initiated.status).toBe(201);
    expect(initiated.at("data.otpExpiresAt")).toBe(expiresAt);
    const inbox = await ask("GET", "/sandbox/inbox");
    expect(inbox.text("messages.0.otpCode")).toMatch(/^[0-9]{6}$/);
    expect(inbox.at("messages.0")).toMatchObject({
      to: (await ask("GET", "/sandbox/company")).text("responsible.email"),
      withdrawId: initiated.text("data.withdrawId"),
      sentAt: startAt,
      expiresAt,
    });
    expect(inbox.text("messages.0.text")).toContain(inbox.text("messages.0.otpCode"));
  });

  it("1. the OTP is expired at the very instant of its expiry", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const withdrawId = await account.open();
    const code = await account.code(withdrawId);
    await account.advance({ to: expiresAt });
    const refused = await account.confirm(withdrawId, code);
    expect(refused.status).toBe(422);
    expect(refused.at("data")).toEqual({ code: "OTP_EXPIRED", withdrawId, otpExpiresAt: expiresAt });
    expect(await account.status(withdrawId)).toBe("CREATED");
  });

  it("2. after 5 wrong attempts /confirm is blocked, for the right code too", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const withdrawId = await account.open();
    const left: unknown[] = [];
    for (const wrong of await account.wrongCodes(withdrawId, 5)) {
      const refused = await account.confirm(withdrawId, wrong);
      expect(refused.status).toBe(422);
      expect(refused.at("data.code")).toBe("OTP_INCORRECT");
      left.push(refused.at("data.attemptsLeft"));
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    const sixth = await account.confirm(withdrawId, await account.code(withdrawId));
    expect(sixth.status).toBe(423);
    expect(sixth.at("data")).toEqual({ code: "OTP_BLOCKED", withdrawId });
    expect((await account.withdrawal(withdrawId)).body).toMatchObject({
      status: "CREATED",
      blocked: true,
      attemptsLeft: 0,
    });
  });

  it("2. malformed, expired and blocked attempts are not counted", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const withdrawId = await account.open();
    for (const malformed of ["", "12345", "1234567", "12345a", "１２３４５６", " 12345"]) {
      expect((await account.confirm(withdrawId, malformed)).status).toBe(400);
    }
    expect((await account.withdrawal(withdrawId)).at("attemptsLeft")).toBe(5);
    const [wrong = ""] = await account.wrongCodes(withdrawId, 1);
    await account.advance({ to: expiresAt });
    expect((await account.confirm(withdrawId, wrong)).at("data.code")).toBe("OTP_EXPIRED");
    expect((await account.withdrawal(withdrawId)).at("attemptsLeft")).toBe(5);
    await account.resend(withdrawId);
    await account.block(withdrawId);
    await account.confirm(withdrawId, wrong);
    expect(await account.events("OtpRefused")).toHaveLength(5);
  });

  it("2. twenty parallel wrong guesses: exactly five are counted, the others find the door locked", async () => {
    await using sandbox = await startCheckedSandbox({ store: new SlowStore() });
    const { account } = sandbox;
    const withdrawId = await account.open();
    const guesses = await account.wrongCodes(withdrawId, 20);
    const answers = await Promise.all(guesses.map((guess) => account.confirm(withdrawId, guess)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(15);
    expect(await account.events("OtpRefused")).toHaveLength(5);
  });

  it("3. a new code is sent only when the old one has expired", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const withdrawId = await account.open();
    await account.advance({ to: later(expiresAt, -1) });
    const early = await account.resend(withdrawId);
    expect(early.status).toBe(409);
    expect(early.at("data")).toEqual({ code: "OTP_STILL_VALID", withdrawId, otpExpiresAt: expiresAt });
    await account.advance({ to: expiresAt });
    const resent = await account.resend(withdrawId);
    expect(resent.status).toBe(200);
    expect(resent.at("data")).toEqual({
      withdrawId,
      status: "CREATED",
      otpExpiresAt: later(expiresAt, 5 * minute),
    });
    expect((await account.confirm(withdrawId, await account.code(withdrawId))).status).toBe(200);
  });

  it("3. when it is finally called, /resend-otp unblocks and resets the attempt counter", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const withdrawId = await account.open();
    await account.block(withdrawId);
    await account.advance({ to: expiresAt });
    expect((await account.resend(withdrawId)).status).toBe(200);
    expect((await account.withdrawal(withdrawId)).body).toMatchObject({ blocked: false, attemptsLeft: 5 });
    expect((await ask("GET", `/sandbox/inbox?withdrawId=${withdrawId}`)).at("messages.length")).toBe(2);
    const [wrong = ""] = await account.wrongCodes(withdrawId, 1);
    expect((await account.confirm(withdrawId, wrong)).at("data.attemptsLeft")).toBe(4);
    expect((await account.confirm(withdrawId, await account.code(withdrawId))).status).toBe(200);
  });

  it("4. one open withdrawal for a company", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const withdrawId = await account.open(1_000);
    const second = await account.initiate(1_000);
    expect(second.status).toBe(409);
    expect(second.at("data")).toEqual({ code: "WITHDRAWAL_ALREADY_OPEN", withdrawId });
    const added = await ask("POST", "/sandbox/companies", { balance: 10_000 });
    expect((await sandbox.accountOf(added.text("apiKey")).initiate(1_000)).status).toBe(201);
  });

  it("4. two parallel initiations: one 201, one 409 that carries the withdrawId", async () => {
    await using sandbox = await startCheckedSandbox({ store: new SlowStore() });
    const { account } = sandbox;
    const answers = await Promise.all([account.initiate(10_000), account.initiate(10_000)]);
    const made = answers.find(({ status }) => status === 201);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.at("data.withdrawId")).toBe(made?.text("data.withdrawId"));
    expect(await account.balance()).toBe(140_000);
    expect(await account.history()).toHaveLength(1);
  });
});
