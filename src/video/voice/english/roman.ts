const digits: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100 };
const numeral = /^(?=[IVXLC])(?:XC|XL|L?X{0,3}|C{1,3}(?:XC|XL|L?X{0,3}))(?:IX|IV|V?I{0,3})$/;

/** What is counted in Roman numerals; after other names a numeral is that of a ruler. */
const counted =
  /^(?:war|chapter|part|volume|book|act|scene|title|article|section|appendix|figure|table|type|phase|stage|class|grade|level|factor|group|category|mark|mk|model|series|season|episode|round|bowl|olympiad|apollo|gemini|saturn|fantasy|rocky|protocol|tier|zone|region|corps)s?$/i;
const rulers =
  /^(?:king|queen|pope|emperor|empress|tsar|tsarina|czar|sultan|shah|pharaoh|kaiser|prince|duke|saint|patriarch)$/i;

interface Neighbours {
  /** The words before it, nearest last, and the word after it. */
  readonly before: readonly string[];
  readonly after: string;
  /** Punctuation after it: "Elizabeth I, queen of England". */
  readonly pause: string;
}

/** A Roman numeral and how it is read: "War II" is two, "Henry VIII" the eighth, "XIX century" nineteenth. */
export function readRoman(
  word: string,
  { before, after, pause }: Neighbours,
): { readonly value: string; readonly as: 'count' | 'ruler' | 'rank' } | undefined {
  if (!numeral.test(word)) return undefined;
  const value = String(toNumber(word));
  if (word.length > 1 && /^centur(?:y|ies)$/i.test(after)) return { value, as: 'rank' };
  const [far = '', near = ''] = ['', ...before].slice(-2);
  if (counted.test(near)) return { value, as: 'count' };
  if (!/^\p{Lu}\p{Ll}/u.test(near)) return undefined;
  // "L", "C" and "CC" are mostly something else; "I" is a pronoun where a verb may follow, and "X" a letter.
  const isRuler =
    word.length > 1
      ? /^[IVX]+$/.test(word)
      : rulers.test(far) || (word !== 'X' && (word === 'V' || pause !== '' || /^(?:of|and|or)$/.test(after)));
  return isRuler && /^[IVX]+$/.test(word) ? { value, as: 'ruler' } : undefined;
}

const toNumber = (word: string): number =>
  [...word].reduce((sum, sign, at) => {
    const [own = 0, next = 0] = [digits[sign], digits[word[at + 1] ?? '']];
    return sum + (own < next ? -own : own);
  }, 0);
