import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { Instant } from "../../parts/instant.tsx";
import { Panel } from "../../parts/panel.tsx";
import { emptied, typedInto } from "../../parts/typed-into.ts";
import { onSandbox } from "../../state/action.ts";
import { place, refine } from "../../state/place.ts";
import { useRead } from "../../state/resource.ts";
import { pendingDeliveries } from "../../state/travel.ts";
import { text } from "../../text/text.ts";

const name = signal("");

/** Moments with names, to which one can rewind. */
export function Bookmarks() {
  const t = text.time;
  const field = useRef<HTMLInputElement>(null);
  const { value } = useRead(({ control }) => control.GET("/bookmarks"));
  const isAsked = place.value.query.bookmark === "new";
  useEffect(() => {
    if (!isAsked) return;
    field.current?.focus();
    refine({ bookmark: undefined });
  }, [isAsked]);
  const given = name.value.trim();
  return (
    <Panel title={text.rail.lanes.bookmarks}>
      <form class="line">
        <input
          ref={field}
          aria-label={t.bookmarkName}
          placeholder={t.bookmarkName}
          maxLength={100}
          {...typedInto(name)}
        />
        <ActionButton
          name={t.bookmark}
          action={given === "" ? null : onSandbox("POST", "/bookmarks", { body: { name: given } })}
          shortcut="b"
          onDone={emptied(name)}
        />
      </form>
      {value?.bookmarks.length === 0 && <p class="quiet">{t.noBookmarks}</p>}
      <ul class="presets bookmarks">
        {value?.bookmarks.map((bookmark) => (
          <li key={bookmark.name}>
            <span>
              <b>{bookmark.name}</b>
              <Instant at={bookmark.at} />
            </span>
            <ActionButton name={t.goTo} action={rewindToBookmark(bookmark.name)} />
            <ActionButton
              name={text.words.remove}
              action={onSandbox("DELETE", "/bookmarks/{name}", { ids: { name: bookmark.name } })}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function rewindToBookmark(bookmark: string) {
  return onSandbox("POST", "/rewind", { body: { bookmark, deliveries: pendingDeliveries.value } });
}
