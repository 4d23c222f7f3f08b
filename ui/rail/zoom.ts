import { computed, signal } from "@preact/signals";
import { layOut, type Stretch } from "./scale.ts";

/** A wider axis needs more memory than it shows differences. */
const MAX_ZOOM = 64;

export const ZOOM_STEP = 2;

/** How many pixels the rail has for its axis. */
export const viewPx = signal(800);

/** How many times wider than the view the axis is; then the view is scrolled over it. */
export const zoom = signal(1);

export const axisPx = computed(() => Math.round(viewPx.value * zoom.value));

/** An instant, and where in the view it is, from 0 on the left to 1 on the right. */
export interface Anchor {
  readonly ms: number;
  readonly share: number;
}

export const THE_END: Anchor = { ms: Number.POSITIVE_INFINITY, share: 1 };

/** Where the view is to go. It stays there when the axis changes, until the reader scrolls. */
export const anchor = signal(THE_END);

/** What is drawn and read more finely: what is in view, and as much again on either side; null for the whole axis. */
export const nearView = signal<Stretch | null>(null);

/** Makes the axis wider or narrower; the anchor stays where it is. */
export function zoomBy(factor: number): void {
  zoom.value = Math.min(MAX_ZOOM, Math.max(1, zoom.peek() * factor));
}

export function showWhole(): void {
  zoom.value = 1;
}

/** Shows a part of the time as large as the view, as far as the axis can be widened. */
export function showStretch({ fromMs, toMs }: Stretch, instants: readonly number[]): void {
  zoom.value = zoomFor({ fromMs, toMs }, instants, viewPx.peek());
  anchor.value = { ms: toMs, share: 1 };
}

/** Folded gaps keep their width, so the factor is found by trying: each try is closer. */
const MAX_TRIES = 8;

/** Returns the widening of the axis with which a part of it is as wide as the view. */
export function zoomFor({ fromMs, toMs }: Stretch, instants: readonly number[], width: number): number {
  let found = 1;
  for (let i = 0; i < MAX_TRIES; i++) {
    const { x } = layOut(instants, width * found);
    const factor = width / Math.max(1, x(toMs) - x(fromMs));
    found = Math.min(MAX_ZOOM, Math.max(1, found * factor));
    if (Math.abs(factor - 1) < 0.02) break;
  }
  return found;
}

/** Returns whether an instant is in view or near it. A browser cannot draw all of a wide axis in each frame. */
export function isDrawn({ atMs }: { readonly atMs: number }): boolean {
  const near = nearView.value;
  return near === null || (atMs >= near.fromMs && atMs <= near.toMs);
}
