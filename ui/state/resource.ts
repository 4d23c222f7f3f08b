import { effect, type ReadonlySignal, signal, untracked, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { carriedOut, UnexpectedAnswer } from "../../src/client/unexpected-answer.ts";
import { connection, revision } from "../live/follow.ts";
import { RETRY_MS } from "./answered.ts";
import { place } from "./place.ts";
import { problemText } from "./problem.ts";
import { client, subject } from "./session.ts";

/** What was last read, and why nothing newer could be read. */
export interface Read<T> {
  readonly value: T | null;
  readonly problem: string | null;
}

/** A busy world changes thousands of times a second; people read no faster than this. */
const MIN_INTERVAL_MS = 250;

/** What an operation of the client returns. */
type Asked<T> = Promise<{ readonly data?: T; readonly error?: unknown; readonly response: Response }>;

/**
 * Reads something of the world, and again whenever the world has changed. While it is read again, the last value stays.
 * Throws nothing: what fails is in `problem`.
 */
export function useRead<T>(ask: (client: SaldoClient) => Asked<T>, options?: Options): Read<T> {
  return useReading((client) => carriedOut(ask(client)), options);
}

interface Options extends Omit<Following, "onlyAbout"> {
  /** What the read depends on besides the world, such as filters. */
  readonly key?: string | undefined;
}

/** As `useRead`, for what takes more than one operation. */
export function useReading<T>(read: (client: SaldoClient) => Promise<T>, { key, ...following }: Options = {}): Read<T> {
  const about = subject.value;
  const { shown, follow } = useMemo(() => reading(read, { ...following, onlyAbout: about }), [key, about]);
  useEffect(follow, [follow]);
  return shown.value;
}

/** Lists are read in parts of this many, as far down as the reader scrolls. */
const PART = 100;
const MAX_ITEMS = 1_000;

/**
 * As `useRead`, for a list. While more of it is read, what is there stays, and so does the place of the reader in it. In an
 * order of its own, and to find something, all of it is read at once: what is wanted may be among its oldest ones.
 */
export function useList<T, I>(
  ask: (client: SaldoClient, limit: number) => Asked<T>,
  itemsOf: (answer: T) => readonly I[],
  key?: string,
) {
  const limit = useSignal(PART);
  const { value, problem } = useReading((client) => carriedOut(ask(client, limit.peek())), { key, dependsOn: limit });
  const { sort, find } = place.value.query;
  const isWhole = sort !== undefined || find !== undefined;
  useEffect(() => {
    if (isWhole) limit.value = MAX_ITEMS;
  }, [isWhole, limit]);
  const items = value === null ? null : itemsOf(value);
  const count = items?.length ?? 0;
  /** Is called when the end of the list comes into view. */
  const onEnd = () => {
    if (count === limit.peek()) limit.value = Math.min(MAX_ITEMS, count + PART);
  };
  return { items, problem, onEnd, isPart: count === MAX_ITEMS };
}

/** Reads something for as long as the page is open, of whichever company it shows. */
export function followed<T>(
  read: (client: SaldoClient) => Promise<T>,
  dependsOn?: ReadonlySignal<unknown>,
): ReadonlySignal<Read<T>> {
  const { shown, follow } = reading(read, dependsOn && { dependsOn });
  follow();
  return shown;
}

interface Following {
  /** What makes it read again besides the world. */
  readonly dependsOn?: ReadonlySignal<unknown>;
  /** The company that it is about; by default it follows the page to others. */
  readonly onlyAbout?: string;
  /** Whether it stays as it was first read. */
  readonly isFixed?: boolean;
}

/** Returns a signal with what is read, and what begins to follow it and returns how that ends. */
function reading<T>(
  read: (client: SaldoClient) => Promise<T>,
  { dependsOn, onlyAbout, isFixed = false }: Following = {},
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
      else shown.value = { ...result, value: result.isOld ? shown.peek().value : result.value };
      // Without a connection everything is read again once that is back.
      if (result.isOld && connection.peek() === "live") isStale = true;
      const goOn = () => {
        isBusy = false;
        if (isStale) void readNow();
      };
      timer = setTimeout(goOn, result.isOld ? RETRY_MS : MIN_INTERVAL_MS);
    };
    const end = effect(() => {
      dependsOn?.value;
      // What another company or another world had is not shown as this one's.
      if (subject.value !== about) shown.value = { value: null, problem: null };
      about = subject.value;
      if (isFixed && shown.peek().value !== null) return;
      revision.value;
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

/** What was read before stays if the reason can pass. Else it or its company is no longer there: a rewind can undo both. */
async function settled<T>(reading: Promise<T>): Promise<Read<T> & { readonly isOld: boolean }> {
  try {
    return { value: await reading, problem: null, isOld: false };
  } catch (error) {
    const isGone = error instanceof UnexpectedAnswer && error.status < 500;
    return { value: null, problem: problemText(error), isOld: !isGone };
  }
}
