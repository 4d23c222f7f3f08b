import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { isWithoutCompany } from "../live/overview.ts";
import { Rail } from "../rail/rail.tsx";
import { UndoQuestion } from "../screens/time/take-back.tsx";
import { place } from "../state/place.ts";
import { apiKey, isOtherWorld } from "../state/session.ts";
import { language, text } from "../text/text.ts";
import { AsCode } from "./as-code.tsx";
import { DrawnScreen } from "./drawn-screen.tsx";
import { ExposureNotice } from "./exposure-notice.tsx";
import { FailureNotice } from "./failure-notice.tsx";
import { Header } from "./header.tsx";
import { Help } from "./help.tsx";
import { Navigation } from "./navigation.tsx";
import { NoCompany, OtherWorld } from "./other-world.tsx";
import { pageKeys } from "./page-keys.ts";
import { Palette } from "./palette.tsx";
import { paletteIsOpen } from "./palette-key.tsx";
import { screens } from "./screens.tsx";
import { addShortcuts } from "./shortcuts.ts";
import { SignIn } from "./sign-in.tsx";

/** Everything: what is always there, and the screen that the address names. */
export function Shell() {
  useEffect(nameDocument, []);
  // Before those of a screen, which has other uses for some keys.
  useLayoutEffect(() => addShortcuts(pageKeys), []);
  if (apiKey.value === null) return <SignIn />;
  const { screen } = place.value;
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => document.getElementById("content")?.focus()}>
        {text.value.shell.skip}
      </button>
      <Header />
      <Navigation />
      <Rail />
      <div class="notices">
        <ExposureNotice />
      </div>
      <FailureNotice />
      <main id="content" tabIndex={-1} aria-label={text.value.screens[screen]}>
        <h1 class="visually-hidden">{text.value.screens[screen]}</h1>
        <DrawnScreen
          key={screen}
          of={isOtherWorld.value ? OtherWorld : isWithoutCompany.value ? NoCompany : screens[screen]}
        />
      </main>
      <AsCode />
      <Help />
      <UndoQuestion />
      {paletteIsOpen.value && <Palette />}
    </div>
  );
}

function nameDocument(): () => void {
  return effect(() => {
    document.title = `${text.value.screens[place.value.screen]} · Saldo`;
    document.documentElement.lang = language.value === "pt" ? "pt-BR" : "en";
  });
}
