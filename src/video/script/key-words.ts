import { capitalise, truncateText } from './text.ts';
import { countWords } from './words.ts';

/** Longest headline of a scene. It is set smaller the longer it is. */
export const maxHeadlineChars = 80;
/** What can be read at a glance. */
const maxGlanceLength = 56;
const minWords = 3;

/** A clause that says under which condition another one holds. */
const isCondition = /^(?:if|when|while|as|because|although|though|after|before|since|until|unless|once)\s/i;
const joint = /^(?:and|but|or|so|yet)\s+/i;
/** Words that cannot end a phrase, because something must follow. */
const danglingWord =
  /\s(?:because|when|while|which|that|who|where|so|and|but|if|until|from|with|without|into|on|in|at|by|for|as|than|of|to)\s/g;

/** Ends of clauses. The comma between two adjectives does not count: "has smooth, moist skin". */
const clauseEnd =
  /(?<!\b(?:has|have|had|an?) [\w-]+)[,;:]\s+|,\s+(?=[\w-]+,|(?:and|but|or|so|yet|which|who|where|when|while|because|the|an?|its?|they|he|she|we|you|not?)\b)|[;:]\s+|\s+[–—-]\s+/;

/** A few words of a sentence for the screen: the whole if it is short, else a clause, else its start. */
export function keyWords(text: string): string {
  const bare = text.replace(/[.!。।]["”’»)]*$/u, '');
  if (bare.length <= maxGlanceLength) return capitalise(bare);
  const clauses = bare.split(clauseEnd).map((each) => each.replace(joint, ''));
  const readable = clauses.filter((each) => each.length <= maxGlanceLength && countWords(each) >= minWords);
  const clause = readable.find((each) => !isCondition.test(each)) ?? readable[0];
  return truncateText(
    capitalise(clause ?? startOf(clauses[0] ?? bare) ?? startOf(bare) ?? bare),
    maxHeadlineChars,
  );
}

/** The longest complete start of a clause. */
function startOf(clause: string): string | undefined {
  if (clause.length <= maxHeadlineChars && countWords(clause) >= minWords) return clause;
  const ends = [...clause.matchAll(danglingWord)].map(({ index }) => index);
  const end = ends.filter((index) => index >= 24 && index < maxHeadlineChars).at(-1);
  return end === undefined ? undefined : clause.slice(0, end);
}
