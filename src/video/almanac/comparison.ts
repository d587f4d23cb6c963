import type { Question } from '../script/question/question.ts';
import { overlap, toStems } from '../script/question/words.ts';
import type { Comparison, Sheet } from './sheet.ts';

/** The comparison of a sheet's subject with the other side of a versus, whichever is named first. */
export function findComparison(sheet: Sheet, { subject, other = '' }: Question): Comparison | undefined {
  const [left, right] = [toStems(subject), toStems(other)];
  const names = [sheet.subject, ...sheet.aliases].map(toStems);
  return sheet.comparisons.find((comparison) => {
    const second = [comparison.with, ...comparison.aliases].map(toStems);
    const isIn = (stems: readonly string[], known: readonly (readonly string[])[]) =>
      known.some(
        (name) =>
          name.length > 0 && (name.every((part) => stems.includes(part)) || overlap(stems, name) === 1),
      );
    return (isIn(left, names) && isIn(right, second)) || (isIn(right, names) && isIn(left, second));
  });
}
