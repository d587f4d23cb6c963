import type { Question } from './question.ts';
import { toStems } from './words.ts';

/**
 * A common word that is part of a name has another meaning: "the French Wars of Religion" is not about a religion,
 * and "Type IV" not about types.
 */
const withinName =
  /(?<=\p{Lu}[\p{L}'’-]*\s+of\s+(?:the\s+)?)\p{Lu}[\p{L}'’-]*|\p{Lu}\p{Ll}+ (?:[IVX]+|\d{1,2})\b/gu;
export const withoutNameParts = (question: string, text: string): string =>
  text.replace(withinName, (name) => (question.includes(name) ? name : ''));

/** Stems of the words with a capital letter, without that at the beginning. */
export const nameWords = (text: string): string[] =>
  (text.match(/(?<=\S\s+["“(]?)\p{Lu}[\p{L}\p{N}'’-]*/gu) ?? []).flatMap((word) => toStems(word));

/** Words with a capital letter, one after the other. */
const capitals = /\p{Lu}[\p{L}\p{N}'’-]*(?:\s+\p{Lu}[\p{L}\p{N}'’-]*)*/gu;

/**
 * Whether a sentence is about the subject itself. One that contains its name only within a longer name, such as "the
 * Upper Rhine Plain", gives the length of something else.
 */
export function speaksOf(name: readonly string[], stems: readonly string[], text: string): boolean {
  const runs = (text.match(capitals) ?? [])
    .map((run) => toStems(run))
    .filter((run) => run.some((each) => name.includes(each)));
  return (
    runs.length === 0 || runs.some((run) => run.every((each) => name.includes(each) || stems.includes(each)))
  );
}

/** A name of one or several words, and the words before it. */
const nameRun =
  /(?<=\S\s+["“(]?)\p{Lu}[\p{L}\p{N}'’.-]*(?:\s+(?:(?:of|the|de|la|von)\s+)*\p{Lu}[\p{L}\p{N}'’.-]*)*/gu;
/** "in New York and", before "Virginia". */
const beforePlace = /\b(?:in|into|at|near|from|to)\s+(?:the\s+)?(?:\p{Lu}\S*\s+(?:and\s+|or\s+)?)*$/u;

/** Whether a sentence has a name that the question does not have, not even in a shorter form. */
export const namesNew = (
  stems: readonly string[],
  text: string,
  {
    follows = () => true,
    isName = () => true,
  }: { follows?: (before: string) => boolean; isName?: (name: string) => boolean } = {},
): boolean =>
  [...text.matchAll(nameRun)].some(({ 0: name, index }) => {
    const words = toStems(name);
    const isNew = words.length > 0 && !words.some((each) => stems.includes(each));
    return isNew && isName(name) && follows(text.slice(0, index));
  });

/** Whether a sentence names someone whom the question does not: not a place. */
const namesSomeoneNew = (stems: readonly string[], text: string): boolean =>
  namesNew(stems, text, { follows: (before) => !beforePlace.test(before) });

/**
 * Whether a sentence is about whom and what the question names: one about Huguenots in France does not say
 * where the Normans lived. More than half of the names must be there; the others may be described.
 */
export function namesAsked(
  { asks, stems }: Question,
  names: readonly string[],
  text: string,
  title: string,
): boolean {
  const said = new Set([...toStems(title), ...toStems(text)]);
  if (names.length > 0 && names.filter((each) => said.has(each)).length <= names.length / 2) return false;
  return asks !== 'who' || namesSomeoneNew(stems, text);
}
