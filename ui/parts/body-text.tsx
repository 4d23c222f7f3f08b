/** The bytes of a stranger, as text and never as HTML. JSON is indented, which changes nothing but white space. */
export function BodyText({ content }: { readonly content: unknown }) {
  if (content === null || content === undefined) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <pre class="body-text" tabIndex={0}>
      {typeof content === "string" ? indented(content) : JSON.stringify(content, null, 2)}
    </pre>
  );
}

function indented(content: string): string {
  try {
    return JSON.stringify(JSON.parse(content), null, 2);
  } catch {
    return content;
  }
}
