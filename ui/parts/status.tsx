/** How a state is to be taken. Each has a shape, so that colours need not be told apart. */
export type Tone = "good" | "bad" | "waiting" | "attention" | "quiet";

/** Drawn in a square of 16 pixels. */
export const SHAPES: Readonly<Record<Tone, string>> = {
  good: "M3 8.5 6.5 12 13 4.5",
  bad: "M4 4l8 8M12 4l-8 8",
  waiting: "M8 2.5a5.5 5.5 0 1 0 .01 0M8 5v3.2l2 1.6",
  attention: "M8 2 14.5 13.5h-13zM8 6.5v3M8 11.4v.4",
  quiet: "M3.5 8h9",
};

interface Props {
  readonly tone: Tone;
  /** The word of the interface for it. */
  readonly title?: string;
  readonly children: string;
}

/** A state as shape, word and colour. */
export function Status({ tone, title, children }: Props) {
  return (
    <span class={`status ${tone}`} title={title}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={SHAPES[tone]} />
      </svg>
      {children}
    </span>
  );
}
