import type { SaldoClient } from "../../../src/client/saldo-client.ts";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { worldNow } from "../../live/world-clock.ts";
import { Field } from "../../parts/fields.tsx";
import { DetailHead, ItemsDetail } from "../../parts/list-detail.tsx";
import { Empty } from "../../parts/snippet.tsx";
import { Status } from "../../parts/status.tsx";
import { onPlatform } from "../../state/action.ts";
import { hrefOf } from "../../state/place.ts";
import { useReading } from "../../state/resource.ts";
import { text } from "../../text/text.ts";

/** Returns the mails, each with whether a withdrawal awaits its code: until another one is sent, or wrong ones block it. */
async function readMessages({ control }: SaldoClient) {
  const [{ messages }, { withdrawals }] = await Promise.all([
    carriedOut(control.GET("/inbox")),
    carriedOut(control.GET("/withdrawals", { params: { query: { status: "CREATED" } } })),
  ]);
  const isAwaited = ({ withdrawId, expiresAt }: (typeof messages)[number]) =>
    withdrawals.some((one) => one.withdrawId === withdrawId && one.otpExpiresAt === expiresAt && !one.blocked);
  return messages.map((message) => ({ ...message, isAwaited: isAwaited(message) }));
}

type Message = Awaited<ReturnType<typeof readMessages>>[number];

export function MailboxScreen() {
  const t = text.mailbox;
  const { value: items, problem } = useReading(readMessages);
  const first = onPlatform("POST", "/account-balance/withdraw", { body: { value: 10_000 } });
  const isUsable = (one: Message) => one.isAwaited && Date.parse(one.expiresAt) > (worldNow.value ?? 0);
  return (
    <ItemsDetail
      items={items}
      problem={problem}
      empty={<Empty title={t.none} first={first} />}
      keyOf={({ messageId }) => messageId}
      columns={[
        {
          id: "code",
          name: text.withdrawals.code,
          kind: "short",
          value: ({ otpCode }) => otpCode,
          draw: (one) => <code class={isUsable(one) ? "" : "unusable"}>{one.otpCode}</code>,
        },
        { id: "subject", name: t.subject, kind: "what", value: ({ subject }) => subject },
        { id: "at", name: text.words.sent, kind: "time", value: ({ sentAt }) => sentAt },
      ]}
      detail={(one) => (
        <>
          <DetailHead title={one.subject}>
            <Status tone={isUsable(one) ? "waiting" : "quiet"}>{isUsable(one) ? t.usable : t.unusable}</Status>
          </DetailHead>
          <dl class="fields">
            <Field name={t.to}>{one.to}</Field>
            <Field name={text.words.sent} at={one.sentAt} />
            <Field name={t.expires} at={one.expiresAt} />
            <Field name={t.withdrawal}>
              <a href={hrefOf("withdrawals", { id: one.withdrawId })}>{one.withdrawId}</a>
            </Field>
          </dl>
          <p class="mail-text">{one.text}</p>
        </>
      )}
    />
  );
}
