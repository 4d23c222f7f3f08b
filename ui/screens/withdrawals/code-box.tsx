import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { worldNow } from "../../live/world-clock.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { durationText } from "../../parts/duration.ts";
import { Status } from "../../parts/status.tsx";
import { onPlatform } from "../../state/action.ts";
import { hrefOf } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { actingAs } from "../../state/session.ts";
import { text } from "../../text/text.ts";
import type { Withdrawal } from "./withdrawal-state.tsx";

interface Props {
  readonly withdrawal: Withdrawal;
  /** Its company, if that is not the one that is shown. */
  readonly companyId: string | undefined;
}

/** The code of a withdrawal, how long it is valid, and one click that confirms with it. */
export function CodeBox({ withdrawal, companyId }: Props) {
  const { withdrawId, attemptsLeft, blocked, otpExpiresAt } = withdrawal;
  const t = text.value.withdrawals;
  const headers = actingAs(companyId);
  const { value } = useRead(({ control }) =>
    carriedOut(control.GET("/inbox", { params: { query: { withdrawId } }, headers })),
  ).value;
  const message = value?.messages[0];
  const leftMs = otpExpiresAt === null ? 0 : Date.parse(otpExpiresAt) - (worldNow.value ?? 0);
  const isUsable = leftMs > 0 && !blocked && message !== undefined;
  const confirm = onPlatform("POST", "/account-balance/withdraw/confirm", {
    body: { withdrawId, otpCode: message?.otpCode ?? "" },
  });
  const resend = onPlatform("POST", "/account-balance/withdraw/resend-otp", { body: { withdrawId } });
  return (
    <section class="code-box" aria-label={t.code}>
      <a class={isUsable ? "code" : "code unusable"} href={hrefOf("mailbox", { id: message?.messageId })}>
        {message?.otpCode ?? "––––––"}
      </a>
      <span class="code-facts">
        {blocked ? (
          <Status tone="bad">{t.blocked}</Status>
        ) : leftMs > 0 ? (
          <Status tone="waiting">{t.valid(durationText(leftMs))}</Status>
        ) : (
          <Status tone="bad">{t.expired}</Status>
        )}
        {attemptsLeft !== null && <span class="quiet">{t.attempts(attemptsLeft)}</span>}
      </span>
      {isUsable ? (
        <ActionButton kind="primary" action={{ ...confirm, companyId }}>
          {t.confirm}
        </ActionButton>
      ) : (
        <ActionButton action={{ ...resend, companyId }}>{t.resend}</ActionButton>
      )}
    </section>
  );
}
