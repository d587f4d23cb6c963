/** Text that changes without an edit; masked before two checks are compared. */
const masks: readonly [RegExp, string][] = [
  // ISO 8601 and similar, with a time of day.
  [
    /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?/g,
    '⟨time⟩',
  ],
  // A date in words or digits, then a time of day.
  [
    /\b(?:[A-Z][a-z]{2,8},?\s+)?(?:\d{1,2}\.?\s+[A-Z][a-z]{2,8}\.?|[A-Z][a-z]{2,8}\.?\s+\d{1,2}),?\s+\d{4},?\s+(?:at\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?(?:\s*(?:UTC|GMT|[A-Z]{2,4}T))?/g,
    '⟨time⟩',
  ],
  [/\b\d{1,2}[./]\d{1,2}[./]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?/gi, '⟨time⟩'],
  // A time of day to the second.
  [/\b\d{1,2}:\d{2}:\d{2}(?:\.\d+)?(?:\s*[ap]m)?(?:\s*(?:UTC|GMT))?/gi, '⟨time⟩'],
  // "updated 3 November 2026", "generated in 12 ms", "5 minutes ago".
  [
    /\b((?:last\s+)?(?:updated|modified|refreshed|generated|rendered|served|retrieved|as of)\b[^.\n]{0,20}?)\s[^.\n]{0,60}\d[^.\n]{0,40}/gi,
    '$1 ⟨time⟩',
  ],
  [/\b(?:an?|\d+)\s+(?:second|sec|minute|min|hour|hr|day|week|month|year)s?\s+ago\b/gi, '⟨time⟩'],
  [/\bjust now\b/gi, '⟨time⟩'],
  // "Stand: 04.03.2028", "mis à jour le 4 mars 2028": a date that says how fresh the page is.
  [
    /(?<!\p{L})(stand|aktualisiert|mis(?:e)? à jour|actualizado|aggiornato|bijgewerkt|atualizado)(?!\p{L})[^.\n\d]{0,20}\d{1,4}(?:[./-]\d{1,2}[./-]\d{1,4}|\.?\s+\p{L}{3,12}\.?\s+\d{4})/giu,
    '$1 ⟨time⟩',
  ],
  // A line that consists only of a date.
  [
    /^(?:\p{L}{2,12},?\s+)?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.?\s+\p{L}{3,12}\.?,?\s+\d{4}|\p{L}{3,12}\.?\s+\d{1,2},?\s+\d{4})$/gu,
    '⟨date⟩',
  ],
  // Seconds and milliseconds since 1970, for current dates.
  [/\b1[5-9]\d{8}(?:\d{3})?\b/g, '⟨time⟩'],
  // UUIDs, hashes, and tokens that mix letters and digits.
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '⟨token⟩'],
  [/(?<![\w+/-])(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])[\w+/-]{16,}={0,2}(?![\w+/-])/gi, '⟨token⟩'],
];

const maxLineLength = 2_000;

/** A line in the form used for comparison. */
export function plainLine(line: string): string {
  let text = line.slice(0, maxLineLength).normalize('NFKC');
  for (const [mask, name] of masks) text = text.replaceAll(mask, name);
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function plainLines(text: string): string[] {
  return text.split('\n').map(plainLine).filter(Boolean);
}
