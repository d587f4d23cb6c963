import type { Question } from '../question/question.ts';
import { stem, toStems } from '../question/words.ts';

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
  const proper = toStems(withoutKind(bare));
  if (proper.length > 0 && proper.every((word) => stems.includes(word))) return proper;
  const initials = (bare.match(/\b\p{Lu}/gu) ?? []).join('').toLowerCase();
  const asked = stem(initials);
  return initials.length >= minInitials && stems.includes(asked) ? [asked] : [];
}

/** "Harvard University" is called Harvard; "Private school" is not called private, nor "University of Chicago" Chicago. */
const withoutKind = (title: string): string =>
  /^(\p{Lu}\S*(?: \p{Lu}\S*)*) (?:University|College|River|Island|County|Corporation|Company|Group|Inc\.?|Ltd\.?)$/u.exec(
    title,
  )?.[1] ?? '';
