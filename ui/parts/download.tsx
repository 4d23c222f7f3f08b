interface Props {
  readonly name: string;
  /** Returns what is saved, at the moment of the click. */
  readonly content: () => string | Promise<string>;
  readonly label: string;
}

/** Saves a text as a file on this machine. */
export function Download({ name, content, label }: Props) {
  const save = async () => {
    const url = URL.createObjectURL(new Blob([await content()]));
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  };
  return (
    <button type="button" onClick={() => void save()}>
      {label}
    </button>
  );
}
