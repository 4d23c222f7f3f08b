import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { worldNow } from "../../live/world-clock.ts";
import { Empty } from "../../parts/empty.tsx";
import { Field, Fields } from "../../parts/fields.tsx";
import { Instant } from "../../parts/instant.tsx";
import { ItemList } from "../../parts/item-list.tsx";
import { ListDetail } from "../../parts/list-detail.tsx";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Status } from "../../parts/status.tsx";
import { onPlatform } from "../../state/action.ts";
import { hrefOf, place } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { text } from "../../text/text.ts";

/** The mailbox of the company's responsible person. The newest mail is open until another one is chosen. */
export function MailboxScreen() {
  const { id } = place.value.query;
  const t = text.value.mailbox;
  const { value } = useRead(({ control }) => carriedOut(control.GET("/inbox"))).value;
  if (value === null) return <Skeleton />;
  const { messages } = value;
  if (messages.length === 0)
    return (
      <Empty title={t.none} first={onPlatform("POST", "/account-balance/withdraw", { body: { value: 10_000 } })} />
    );
  const open = messages.find(({ messageId }) => messageId === id) ?? messages[0];
  const isValid = (expiresAt: string) => Date.parse(expiresAt) > (worldNow.value ?? 0);
  return (
    <ListDetail
      tools={null}
      list={
        <ItemList
          items={messages}
          label={text.value.screens.mailbox}
          keyOf={({ messageId }) => messageId}
          hrefOf={({ messageId }) => hrefOf("mailbox", { id: messageId })}
          isSelected={(message) => message === open}
          cells={({ subject, otpCode, sentAt, expiresAt }) => (
            <>
              <span>{subject}</span>
              <span class={isValid(expiresAt) ? "mono" : "mono unusable"}>{otpCode}</span>
              <Instant at={sentAt} />
            </>
          )}
        />
      }
      detail={
        open === undefined ? null : (
          <>
            <div class="detail-head">
              <h2>{open.subject}</h2>
              <Status tone={isValid(open.expiresAt) ? "waiting" : "quiet"}>
                {isValid(open.expiresAt) ? t.valid : t.expired}
              </Status>
            </div>
            <Fields>
              <Field name={t.to}>{open.to}</Field>
              <Field name={t.sent}>
                <Instant at={open.sentAt} />
              </Field>
              <Field name={t.expires}>
                <Instant at={open.expiresAt} />
              </Field>
              <Field name={t.withdrawal}>
                <a href={hrefOf("withdrawals", { id: open.withdrawId })}>{open.withdrawId}</a>
              </Field>
            </Fields>
            <p class="mail-text">{open.text}</p>
          </>
        )
      }
    />
  );
}
