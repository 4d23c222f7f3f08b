import { TakeBack } from "../screens/time/take-back.tsx";
import { forgetWorld, place, refine } from "../state/place.ts";
import { closeSession, companyId } from "../state/session.ts";
import { text } from "../text/text.ts";

/** Says that the company that the page acts as is not in the world: a rewind may have undone it. */
export function NoCompany() {
  const t = text.value.session;
  return (
    <div class="empty">
      <p>{t.noCompany}</p>
      <p class="line">
        {companyId.value !== undefined && (
          <button type="button" class="primary" onClick={() => refine({ company: undefined, id: undefined })}>
            {t.ownCompany}
          </button>
        )}
        <TakeBack />
        <button type="button" onClick={() => closeSession()}>
          {t.leave}
        </button>
      </p>
    </div>
  );
}

/** Says that a link is about another world, which is shown only with a key of it. */
export function OtherWorld() {
  const t = text.value.session;
  return (
    <div class="empty">
      <p>{t.otherWorld(place.value.world ?? "")}</p>
      <p class="line">
        <button type="button" class="primary" onClick={() => closeSession()}>
          {t.enterKey}
        </button>
        <button type="button" onClick={forgetWorld}>
          {t.stay}
        </button>
      </p>
    </div>
  );
}
