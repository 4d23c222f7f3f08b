/** What each pattern of the documents, and none of an overlay, demands in words: no message shows a regular expression. */
export const FORMS_OF_PATTERNS: ReadonlyMap<string, string> = new Map([
  [String.raw`^[^\x00-\x1f\x7f-\x9f]*$`, "text without control characters"],
  [
    String.raw`^([^\x00-\x20\x7f-\xa0]([^\x00-\x1f\x7f-\x9f]*[^\x00-\x20\x7f-\xa0])?)?$`,
    "text without control characters and without spaces at its ends",
  ],
  [String.raw`^[^@\x00-\x20\x7f-\xa0]+@[^@\x00-\x20\x7f-\xa0]+$`, "an e-mail address such as ana@example.com"],
  ["^[0-9]{6}$", "six digits"],
  ["^[0-9A-Z]{12}[0-9]{2}$", "a CNPJ without dots: 12 digits or capital letters, then 2 digits"],
  ["^([01][0-9]|2[0-3]):[0-5][0-9]$", "a time of day from 00:00 to 23:59, such as 06:00"],
  ["^P[0-9YMWDTHS.]+$", "an ISO 8601 duration such as PT5M or P30D"],
  ["^sha256=[0-9A-Fa-f]{64}$", "sha256= and 64 hexadecimal digits"],
  [String.raw`^1\.0\.[0-9]+$`, "a version such as 1.0.1"],
  ["^[A-Za-z0-9_-]+$", "made of letters, digits, _ and -"],
  [String.raw`^\$[^\x00-\x20\xa0{}]+$`, "a runtime expression such as $response.body#/chargeId"],
]);
