import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { carriedOut } from "../../../src/client/unexpected-answer.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Instant } from "../../parts/instant.tsx";
import { typedInto } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { place, refine } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { pendingDeliveries, setBookmark, travel } from "../../state/travel.ts";
import { text } from "../../text/text.ts";

const name = signal("");

/** Moments with names, to which one can rewind. */
export function Bookmarks() {
  const t = text.value.time;
  const field = useRef<HTMLInputElement>(null);
  const { value } = useRead(({ control }) => carriedOut(control.GET("/bookmarks"))).value;
  const isAsked = place.value.query.bookmark === "new";
  useEffect(() => {
    if (!isAsked) return;
    field.current?.focus();
    refine({ bookmark: undefined });
  }, [isAsked]);
  const bookmarks = value?.bookmarks ?? [];
  const given = name.value.trim();
  return (
    <section class="panel" aria-label={t.bookmarks}>
      <h2>{t.bookmarks}</h2>
      <p class="line">
        <input
          ref={field}
          aria-label={t.bookmarkName}
          placeholder={t.bookmarkName}
          maxLength={100}
          {...typedInto(name)}
        />
        <ActionButton
          action={given === "" ? null : setBookmark(given)}
          shortcut="b"
          onDone={() => {
            // The next name may be under way already.
            if (name.peek().trim() === given) name.value = "";
          }}
        >
          {t.bookmark}
        </ActionButton>
      </p>
      {value !== null && bookmarks.length === 0 && <p class="quiet">{t.noBookmarks}</p>}
      <ul class="bookmarks">
        {bookmarks.map((bookmark) => (
          <li key={bookmark.name}>
            <span>
              <b>{bookmark.name}</b>
              <Instant at={bookmark.at} />
            </span>
            <ActionButton action={rewindToBookmark(bookmark.name)} via={travel}>
              {t.goTo}
            </ActionButton>
            <ActionButton action={onSandbox("DELETE", "/bookmarks/{name}", { ids: { name: bookmark.name } })}>
              {text.value.words.remove}
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function rewindToBookmark(bookmark: string) {
  return onSandbox("POST", "/rewind", { body: { bookmark, deliveries: pendingDeliveries.value } });
}
