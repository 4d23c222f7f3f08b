import { areAlike } from "../looks/alike.ts";
import { Account } from "../run/account.ts";
import { codeLifeMs } from "../run/code-life.ts";
import { assumption } from "../run/contract.ts";
import type { Run } from "../run/run.ts";
import { open } from "../run/withdrawal.ts";

const lifeMs = 5 * 60_000;

assumption("behaviour.otp-life", codeLifeMs, async (run) => {
  if (!run.offers("control-plane")) return;
  run.saw("otp-life", !(await isTakenAfter(run, lifeMs - 1)) && "the right code is refused within its five minutes");
  run.saw("otp-life", (await isTakenAfter(run, lifeMs)) && "the right code is taken when its five minutes have passed");
});

async function isTakenAfter(run: Run, ms: number): Promise<boolean> {
  const account = await Account.begin(run);
  const withdrawal = await open(account);
  const code = await withdrawal.code();
  await account.clock.pass(ms);
  return (await withdrawal.confirm(code)).isSuccess;
}

assumption("behaviour.otp-attempts", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  const wrongCode = async (nth: number) => withdrawal.confirm(await withdrawal.wrongCode(nth));
  const first = await wrongCode(1);
  for (const malformed of ["12345", "1234567", "abcdef", ""]) await withdrawal.confirm(malformed);
  for (const nth of [2, 3, 4]) await wrongCode(nth);
  const [fifth, sixth] = [await wrongCode(5), await wrongCode(6)];
  const isFifthWrong = areAlike(fifth, first);
  const text = `the fifth wrong code, with malformed ones before it, is answered with ${fifth.status} unlike the first`;
  run.saw("otp-attempts", !isFifthWrong && text);
  run.saw("otp-attempts", isFifthWrong && areAlike(sixth, first) && "the sixth wrong code is answered like the first");
});

assumption(
  "behaviour.refusal-order",
  async (run) => {
    const { account } = await open(await Account.begin(run));
    const answer = await account.initiate(1);
    const text = `while a withdrawal is open, the initiation of another one of 1 cent is answered with ${answer.status}`;
    run.saw("refusal-order", answer.status !== 409 && text);
  },
  async (run) => {
    run.require("allow-settle");
    const withdrawal = await open(await Account.begin(run));
    await withdrawal.spoil(5);
    const wrong = await withdrawal.confirm(await withdrawal.wrongCode(6));
    const right = await withdrawal.confirm(await withdrawal.code());
    run.saw("refusal-order", !areAlike(right, wrong) && "a blocked withdrawal tells a right code from a wrong one");
  },
);
