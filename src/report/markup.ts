/** A text as the content of an element, or between the double quotes of an attribute, of XML 1.0 and of HTML alike. */
export function escapeMarkup(text: string): string {
  return withoutForbidden(text).replaceAll(/[&<>"'\t\n\r]/g, escapeCharacter);
}

/** The same for content whose lines should stay lines. */
export function escapeLines(text: string): string {
  return withoutForbidden(text).replaceAll(/[&<>"'\r]/g, escapeCharacter);
}

/** XML 1.0 cannot hold these at all, not even escaped: most control characters, halves of characters, U+FFFE, U+FFFF. */
function withoutForbidden(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
}

function escapeCharacter(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
