import { sentence as asSentence, capitalised, clipped } from '../text.ts';
import { type DraftBeat, listScene, quoteScene, subjectScene } from './draft.ts';
import { contentWords } from './extract.ts';

const scales: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 };

/** A given sentence as a beat, shown in the way that fits what it says: a number, years, a list, or its own words. */
export function sentenceBeat(text: string, subject: string, by = ''): DraftBeat {
  const say = asSentence(text);
  const show = headline(text);
  const draw = { draw: clipped(subject, 40) };
  const points = pointsIn(text);
  if (points.length >= 2) return { say, show, ...draw, scene: { kind: 'timeline', points } };
  const items = itemsOf(text);
  if (items.length >= 3) return { say, show, ...draw, scene: listScene(items.map(capitalised)) };
  const counted = numberIn(text);
  if (counted) return { say, show, ...draw, scene: { kind: 'number', ...counted } };
  if (text.length <= 110) return { say, show, ...draw, scene: quoteScene(asSentence(text), by) };
  const pieces = text
    .split(/[,;:–—]| and | but | which | because /)
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 8 && piece.length <= 60);
  return {
    say,
    show,
    ...draw,
    scene: subjectScene(pieces.length > 0 ? pieces.slice(0, 3).map(capitalised) : [show]),
  };
}

const opening =
  /^(?:when|while|between|in|on|at|after|before|if|over|since|although|because|during|from|with|until|as|by|for|despite)\b[^,]{3,80},\s*/i;
const headlineWords = 7;

/** The words it turns on: from where its main clause begins to the last that means something. */
function headline(text: string): string {
  const words = text
    .replace(/[“”"]/g, '')
    .replace(opening, '')
    .split(/[,;:–—]/)[0]!
    .trim()
    .split(/\s+/);
  const meaning = new Set(contentWords(words.join(' ')));
  const bare = (word: string) => word.toLowerCase().replace(/[^\p{L}'’-]/gu, '');
  const last = words.findLastIndex((word, index) => index < headlineWords && meaning.has(bare(word)));
  const few = words
    .slice(0, Math.max(2, last + 1))
    .join(' ')
    // What only leads on to the words that were cut goes with them.
    .replace(/ (?:and|or|but) \S+$|(?<=\S+ \S+) \S+ed$/iu, '');
  return clipped(capitalised(few.replace(/[,;:.!?]+$/, '')), 60);
}

/** "a, b, c and d" */
function itemsOf(text: string): string[] {
  const found = /((?:[\p{L}\p{N}'’ -]{2,32}, ){2,4})(?:and|or) ([\p{L}\p{N}'’ -]{2,32})(?=[.,;:!?]|$)/u.exec(
    text,
  );
  if (!found) return [];
  const first = found[1]!.split(', ').filter(Boolean);
  // What leads up to the list belongs to the sentence, not to its first item.
  const lead = first[0]!.split(
    /\b(?:are|is|include|includes|including|of|with|from|has|have|like|as|for|in|to|its|their|the)\b /i,
  );
  return [lead.at(-1)!.trim(), ...first.slice(1), found[2]!]
    .map((item) => item.trim())
    .filter((item) => item.length > 1);
}

const numbers =
  /(?<![\p{L}\d.,-])(\d+(?:,\d{3})*(?:\.\d+)?)\s?(%|percent|thousand|million|billion|trillion)?\s?([\p{L}°²/]{1,24})?/gu;

const longestLabel = 40;

/** What is counted, up to where its verb or its next phrase begins. */
function shortLabel(label: string): string {
  if (label.length <= longestLabel) return label;
  const ends = [
    ...label.matchAll(/ (?:\S+ed|that|which|who|in|to|for|by|with|from|and|is|are|was|were|has|have) /g),
  ];
  const end = ends.find(({ index }) => index >= 8 && index <= longestLabel);
  return end ? label.slice(0, end.index) : clipped(label, 60);
}

function numberIn(text: string): { value: number; unit: string; label: string } | undefined {
  for (const { 0: whole, 1: digits = '', 2: scale = '', 3: noun = '', index } of text.matchAll(numbers)) {
    const value = Number(digits.replaceAll(',', '')) * (scales[scale] ?? 1);
    // A bare year counts nothing.
    const isYear = scale === '' && /^(?:1[1-9]|20)\d\d$/.test(digits);
    if (!Number.isFinite(value) || isYear) continue;
    const isShare = scale === '%' || scale === 'percent';
    const unit = isShare ? '%' : noun;
    const counted = text.slice(index + whole.length - (isShare ? noun.length : 0));
    const label = counted.split(/[,;:.!?–—]/)[0]!.trim();
    return { value, unit: unit.slice(0, 24), label: label.length > 8 ? shortLabel(label) : headline(text) };
  }
  return undefined;
}

/** Years of which each has words of its own to stand beside it. */
function pointsIn(text: string): { when: string; what: string }[] {
  const clauses = text.split(/[,;:.]/);
  const points = clauses.flatMap((clause) => {
    const years = clause.match(/\b(?:1[1-9]\d\d|20\d\d)\b/g) ?? [];
    const what = clause
      .replace(/\b(?:in|on|from|to|until|since|and|by|around|about)?\s*(?:1[1-9]\d\d|20\d\d)\b/gi, '')
      .replace(/\s+/g, ' ')
      .trim();
    return years.length === 1 && what.length > 8
      ? [{ when: years[0]!, what: clipped(capitalised(what), 48) }]
      : [];
  });
  return points.sort((a, b) => Number(a.when) - Number(b.when)).slice(0, 5);
}
