import type { Question } from '../question/question.ts';
import { toStems } from '../question/words.ts';

/** Shorter initials are mostly ordinary words: "IT", "US". */
const minInitials = 3;

/**
 * The stems by which a question names the subject of an article: its title without the qualifier ("Mercury (planet)",
 * "Fresno, California"), or its initials. Empty if the question does not name it.
 */
export function nameStemsIn(title: string, { stems }: Pick<Question, 'stems'>): string[] {
  const bare = title.replace(/\s*\([^)]*\)$|,\s.*$/, '');
  const words = toStems(bare);
  if (words.length > 0 && words.every((word) => stems.includes(word))) return words;
  const initials = (bare.match(/\b\p{Lu}/gu) ?? []).join('').toLowerCase();
  return initials.length >= minInitials && stems.includes(initials) ? [initials] : [];
}
