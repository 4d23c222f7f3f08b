import type { Withdrawal } from "../../../src/spec/generated/control-api.ts";
import { worldNow } from "../../live/world-clock.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { durationText } from "../../parts/duration.ts";
import { Loaded, Skeleton } from "../../parts/skeleton.tsx";
import { Status } from "../../parts/status.tsx";
import { kept, typedInto } from "../../parts/typed-into.ts";
import { onPlatform } from "../../state/action.ts";
import { provoke } from "../../state/perform.ts";
import { hrefOf } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { actingAs, shownOf } from "../../state/session.ts";
import { advanceTo } from "../../state/travel.ts";
import { text } from "../../text/text.ts";

const t = text.withdrawals;

/** The code of a withdrawal, how long it is valid, and what can be done with it, rightly and wrongly. */
export function CodeBox({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const companyId = shownOf.value;
  const { withdrawId, blocked, otpExpiresAt } = withdrawal;
  const asked = { params: { query: { withdrawId } }, headers: actingAs(companyId) };
  const read = useRead(({ control }) => control.GET("/inbox", asked));
  const now = worldNow.value;
  if (now === null) return <Skeleton />;
  const expiresMs = otpExpiresAt === null ? now : Date.parse(otpExpiresAt);
  const isValid = expiresMs > now;
  const confirm = (otpCode: string) => {
    return { ...onPlatform("POST", "/account-balance/withdraw/confirm", { body: { withdrawId, otpCode } }), companyId };
  };
  const resend = onPlatform("POST", "/account-balance/withdraw/resend-otp", { body: { withdrawId } });
  return (
    <Loaded read={read}>
      {({ messages: [message] }) => {
        // Right after a new code was sent, the mailbox that was read last has the old one.
        const isUsable = isValid && !blocked && message !== undefined && message.expiresAt === otpExpiresAt;
        return (
          <>
            <section class="line code-box" aria-label={t.code}>
              <a
                class={isUsable ? "code" : "code unusable"}
                {...(companyId === undefined && { href: hrefOf("mailbox", { id: message?.messageId }) })}
              >
                {message?.otpCode ?? "––––––"}
              </a>
              <CodeFacts withdrawal={withdrawal} leftMs={expiresMs - now} />
              {isUsable && <ActionButton name={t.confirm} kind="primary" action={confirm(message.otpCode)} />}
              {isValid && (
                <ActionButton name={t.toExpiry} kind={blocked ? "primary" : "plain"} action={advanceTo(expiresMs)} />
              )}
              <ActionButton
                name={t.resend}
                kind={isValid ? "plain" : "primary"}
                action={isValid ? null : { ...resend, companyId }}
                title={isValid ? t.resendIn(durationText(expiresMs - now)) : ""}
              />
            </section>
            {isUsable && <OtherCodes withdrawId={withdrawId} right={message.otpCode} confirm={confirm} />}
          </>
        );
      }}
    </Loaded>
  );
}

function CodeFacts({ withdrawal, leftMs }: { readonly withdrawal: Withdrawal; readonly leftMs: number }) {
  const { attemptsLeft, blocked } = withdrawal;
  const left = durationText(leftMs);
  return (
    <span class="code-facts">
      {blocked && <Status tone="bad">{t.blocked}</Status>}
      {leftMs <= 0 && <Status tone="bad">{text.words.expired}</Status>}
      {leftMs > 0 && !blocked && <Status tone="waiting">{t.valid(left)}</Status>}
      {leftMs > 0 && blocked && <span class="quiet">{t.resendIn(left)}</span>}
      {attemptsLeft !== null && <span class="quiet">{t.attempts(attemptsLeft)}</span>}
    </span>
  );
}

interface OtherProps {
  readonly withdrawId: string;
  readonly right: string;
  readonly confirm: (otpCode: string) => ReturnType<typeof onPlatform>;
}

const WRONG_CODES = 5;
const codes = kept("");

/** Takes a typed code, and sends wrong ones: what is refused is no failure of the page. */
function OtherCodes({ withdrawId, right, confirm }: OtherProps) {
  const typed = codes(withdrawId);
  const wrong = confirm(right === "000000" ? "111111" : "000000");
  return (
    <form class="line">
      <input
        aria-label={t.typeCode}
        placeholder={t.typeCode}
        inputMode="numeric"
        autocomplete="off"
        size={12}
        maxLength={6}
        {...typedInto(typed)}
      />
      <ActionButton name={t.sendCode} action={/^\d{6}$/.test(typed.value) ? confirm(typed.value) : null} />
      <ActionButton name={t.wrongCode} action={wrong} via={(action) => provoke(action, 1)} />
      <ActionButton name={t.wrongCodes(WRONG_CODES)} action={wrong} via={(action) => provoke(action, WRONG_CODES)} />
    </form>
  );
}
