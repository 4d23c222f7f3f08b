/** A word that readers would have to guess at, and the word of the field. A space stands for any white space. */
export interface BannedWord {
  readonly pattern: RegExp;
  readonly better: string;
}

/** What must not stand in texts that people read: pages, descriptions, messages and comments. */
export const bannedWords: readonly BannedWord[] = [
  { pattern: /\bkeepers?\b/i, better: "store" },
  // Letters of the alphabet are fine.
  {
    pattern: /(?<!(?:case|capital|small|six|of) )\bletters?\b(?!-spacing|,? (?:and|or|from|of|in place|digits?)\b)/i,
    better: "delivery, or webhook request",
  },
  { pattern: /\b(?:by|with|without|asks?|gives?) leave\b/i, better: "permission" },
  { pattern: /\bis well\b(?! known| formed)/i, better: "is healthy" },
  { pattern: /\bstr(?:uck|ikes?|iking)\b/i, better: "applied, applies" },
  { pattern: /\bdesks?\b/i, better: "proxy" },
  { pattern: /\bdoors?\b/i, better: "gate, or proxy" },
  { pattern: /\boffices?\b/i, better: "context, or the name of the thing" },
  { pattern: /\b(?:sights?|in sight of)\b/i, better: "context" },
  { pattern: /\bwish(?:es|ed)?\b/i, better: "request, or options" },
  { pattern: /\b(?:a|two|each|these|those) looks?\b|\blooks away\b/i, better: "probe, or check" },
  { pattern: /\bdiscre(?:tion|et)\b/i, better: "redaction, redacted" },
  { pattern: /\bsurroundings\b/i, better: "dependencies" },
  {
    pattern: /\bh(?:olds?|olding|eld) (?:the|a|its|this) (?:clock|lock)s?\b/i,
    better: "pauses the clock, has the lock",
  },
  {
    pattern: /\bheld (?:against|to) (?!a? ?reserve)|\bholds? .{1,40} to (?:the|its) (?:documented )?clauses\b/i,
    better: "checked against",
  },
  { pattern: /\bevery(?:thing|) ?(?:clause that ran|documented)? held\b/i, better: "passed" },
  { pattern: /\bin turns\b/i, better: "in slices" },
  { pattern: /\brefusals?\b/i, better: "rejection in the domain, error for its text" },
  { pattern: /\bworld found\b|\bgo(?:es|ing)? on from\b/i, better: "resumed from, continues from" },
  { pattern: /\bat the start\b|\bthe start is refused\b/i, better: "at startup, the start fails" },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, better: "fix" },
  { pattern: /\bwhence\b/i, better: "from, or seed for" },
  { pattern: /\bso (?:many|much|long)\b/i, better: "a number, at most, or the subject first" },
  { pattern: /\bof that(?=[.,;:)]| (?:is|are|was|were|has|have|the|a|no|it)\b)/i, better: "the noun itself" },
  { pattern: /\bsuch as (?:are|is|were)\b/i, better: "those that are, or a list" },
  { pattern: /\bwho\b[^.;]{1,60}\b(?:himself|herself)\b/i, better: "the subject first" },
  { pattern: /(?<=^\s*|[.!?:;] )(?:Of (?!course)|Whom )/, better: "a sentence that begins with its subject" },
  { pattern: /\bmay have (?:at most|up to|[0-9])/i, better: "at most, or is limited to" },
  {
    pattern: /\b(?:whoever|somebody|someone|nobody|anybody|anyone|everybody|everyone|meanwhile)\b/i,
    better: "process, request, caller, client, reader, or the time that is meant",
  },
];

/** A limit is called MAX_… or MIN_…, with its unit. */
export const bannedConstant: BannedWord = {
  pattern: /\bconst (?:most|longest|fewest)[A-Z]\w*/,
  better: "MAX_… or MIN_… with its unit",
};
