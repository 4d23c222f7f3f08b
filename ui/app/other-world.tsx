import { Button } from "../parts/button.tsx";
import { Empty } from "../parts/snippet.tsx";
import { TakeBack } from "../screens/time/take-back.tsx";
import { keyOfWorld } from "../state/own-worlds.ts";
import { forgetWorld, place, refine } from "../state/place.ts";
import { closeSession, companyId, useKey as takeKey } from "../state/session.ts";
import { text } from "../text/text.ts";

const t = text.session;

/** Says that the company that the page acts as is not in the world: a rewind may have undone it. */
export function NoCompany() {
  return (
    <Empty title={t.noCompany}>
      <p class="line">
        {companyId.value !== undefined && (
          <Button name={t.ownCompany} class="primary" onClick={() => refine({ company: undefined, id: undefined })} />
        )}
        <TakeBack />
        <Button name={t.leave} onClick={() => closeSession()} />
      </p>
    </Empty>
  );
}

/** Says that a link is about another world, which is shown only with a key of it. This tab may have had one. */
export function OtherWorld() {
  const world = place.value.world ?? "";
  const key = keyOfWorld(world);
  return (
    <Empty title={t.otherWorld(world)}>
      <p class="line">
        {key === null ? (
          <Button name={t.enterKey} class="primary" onClick={() => closeSession()} />
        ) : (
          <Button name={text.words.enter} class="primary" onClick={() => takeKey(key)} />
        )}
        <Button name={t.stay} onClick={forgetWorld} />
      </p>
    </Empty>
  );
}
