import { keysOf } from "../rail/playhead.tsx";
import { railModel } from "../rail/read-model.ts";
import { showWhole, ZOOM_STEP, zoomBy } from "../rail/zoom.ts";
import { perform } from "../state/perform.ts";
import { goTo, SCREENS, type Screen } from "../state/place.ts";
import { advanceBy, toggleClock, travel, travelToNext, undoAction } from "../state/travel.ts";
import { toggleCode } from "./as-code.tsx";
import { helpIsOpen } from "./help.tsx";
import { keysTo } from "./navigation.tsx";
import type { Shortcuts } from "./shortcuts.ts";

/** The keys that work on every screen; those of the rail stand for its slider. */
export const pageKeys = {
  ...Object.fromEntries(SCREENS.map((screen) => [keysTo(screen), () => show(screen)])),
  ...Object.fromEntries(["ArrowLeft", "ArrowRight", "Home", "Escape", "Enter"].map((key) => [key, () => onRail(key)])),
  "Shift+ArrowLeft": () => onRail("ArrowLeft", true),
  "Shift+ArrowRight": () => onRail("ArrowRight", true),
  n: () => void travelToNext(),
  d: () => void travel(advanceBy("P1D")),
  m: () => void travel(advanceBy("P1M")),
  u: () => {
    const undo = undoAction.peek();
    if (undo !== null) void travel(undo);
  },
  b: () => goTo("time", { bookmark: "new" }),
  c: toggleCode,
  j: () => moveInList(1),
  k: () => moveInList(-1),
  " ": () => {
    const toggle = toggleClock();
    if (toggle !== null) void perform(toggle);
  },
  "+": () => zoomBy(ZOOM_STEP),
  "-": () => zoomBy(1 / ZOOM_STEP),
  "0": showWhole,
  "?": () => (helpIsOpen.value = true),
  "/": () => document.querySelector<HTMLElement>("[data-filter]")?.focus(),
} satisfies Shortcuts;

/** Shows a screen, whose first button or field the next Tab reaches. */
function show(screen: Screen): void {
  goTo(screen);
  document.getElementById("content")?.focus();
}

/** Moves the focus to the row before or after the one that has it, or else the selected one. */
function moveInList(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main .item")];
  const focused = rows.findIndex((row) => row.matches(":focus"));
  const from = focused < 0 ? rows.findIndex((row) => row.matches("[aria-current]")) : focused;
  rows[Math.max(0, from + step)]?.focus();
}

function onRail(key: string, withShift = false): void {
  const model = railModel.peek();
  if (model !== null) keysOf(model, withShift)[key]?.();
}
