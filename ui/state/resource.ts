import { effect, type ReadonlySignal, type Signal, signal, untracked } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { revision } from "../live/follow.ts";
import { problemText } from "./problem.ts";
import { client, subject } from "./session.ts";

/** What was last read, and why nothing newer could be read. */
export interface Read<T> {
  readonly value: T | null;
  readonly problem: string | null;
}

/** A busy world changes thousands of times a second; people read no faster than this. */
const MIN_INTERVAL_MS = 250;

/**
 * Reads something of the world, and again whenever the world has changed. While it is read again, the last value stays.
 * Throws nothing: what fails is in `problem`.
 * @param key What the read depends on besides the world, such as filters.
 */
export function useRead<T>(read: (client: SaldoClient) => Promise<T>, key = ""): Signal<Read<T>> {
  const about = subject.value;
  const { shown, follow } = useMemo(() => reading(read, undefined, about), [key, about]);
  useEffect(follow, [follow]);
  return shown;
}

/**
 * Returns a signal with what is read, and what begins to follow it and returns how that ends.
 * @param dependsOn What makes it read again besides the world.
 * @param onlyAbout The company that it is about; by default it follows the page to others.
 */
export function reading<T>(
  read: (client: SaldoClient) => Promise<T>,
  dependsOn?: ReadonlySignal<unknown>,
  onlyAbout?: string,
) {
  const shown = signal<Read<T>>({ value: null, problem: null });
  const follow = () => {
    let isBusy = false;
    let isStale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    let about = subject.peek();
    const readNow = async () => {
      const from = client.peek();
      if (onlyAbout !== undefined && onlyAbout !== subject.peek()) return;
      if (isBusy || from === null) {
        isStale = true;
        return;
      }
      isBusy = true;
      isStale = false;
      const result = await settled(read(from));
      if (hasEnded) return;
      // Another world may have been chosen since.
      if (from !== client.peek()) isStale = true;
      else shown.value = "problem" in result ? { value: shown.peek().value, problem: result.problem } : result.read;
      timer = setTimeout(() => {
        isBusy = false;
        if (isStale) void readNow();
      }, MIN_INTERVAL_MS);
    };
    const end = effect(() => {
      revision.value;
      dependsOn?.value;
      // What another company or another world had is not shown as this one's.
      if (subject.value !== about) shown.value = { value: null, problem: null };
      about = subject.value;
      // What the read looks at does not make it read again.
      if (client.value !== null) untracked(() => void readNow());
    });
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      end();
    };
  };
  return { shown, follow };
}

async function settled<T>(reading: Promise<T>): Promise<{ read: Read<T> } | { problem: string }> {
  try {
    return { read: { value: await reading, problem: null } };
  } catch (error) {
    return { problem: problemText(error) };
  }
}
