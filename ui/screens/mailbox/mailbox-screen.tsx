import { worldNow } from "../../live/world-clock.ts";
import { Empty } from "../../parts/empty.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { DetailHead, ItemsDetail } from "../../parts/list-detail.tsx";
import { Status } from "../../parts/status.tsx";
import { onPlatform } from "../../state/action.ts";
import { hrefOf } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";

/** The mailbox of the company's responsible person. */
export function MailboxScreen() {
  const t = text.mailbox;
  const { value, problem } = useRead(({ control }) => control.GET("/inbox"));
  const first = onPlatform("POST", "/account-balance/withdraw", { body: { value: 10_000 } });
  const isValid = (expiresAt: string) => Date.parse(expiresAt) > (worldNow.value ?? 0);
  return (
    <ItemsDetail
      items={value?.messages}
      problem={problem}
      empty={<Empty title={t.none} first={first} />}
      keyOf={({ messageId }) => messageId}
      columns={[
        {
          id: "code",
          name: text.withdrawals.code,
          kind: "short",
          value: ({ otpCode }) => otpCode,
          draw: (one) => <code class={isValid(one.expiresAt) ? "" : "unusable"}>{one.otpCode}</code>,
        },
        { id: "subject", name: t.subject, kind: "what", value: ({ subject }) => subject },
        { id: "at", name: text.words.sent, kind: "time", value: ({ sentAt }) => sentAt },
      ]}
      detail={({ subject, to, sentAt, expiresAt, withdrawId, text: content }) => (
        <>
          <DetailHead title={subject}>
            <Status tone={isValid(expiresAt) ? "waiting" : "quiet"}>
              {isValid(expiresAt) ? t.valid : text.words.expired}
            </Status>
          </DetailHead>
          <Fields>
            <Field name={t.to}>{to}</Field>
            <Field name={text.words.sent} at={sentAt} />
            <Field name={t.expires} at={expiresAt} />
            <Field name={t.withdrawal}>
              <a href={hrefOf("withdrawals", { id: withdrawId })}>{withdrawId}</a>
            </Field>
          </Fields>
          <p class="mail-text">{content}</p>
        </>
      )}
    />
  );
}
