/** Roles, and the product's own words: no name may contain one of them as a word. */
const reservedWords = [
  ...['kith', 'mint', 'escrow', 'treasury', 'payroll', 'ledger'],
  ...['admin', 'administrator', 'moderator', 'operator', 'official', 'staff', 'root'],
  ...['support', 'helpdesk', 'security', 'system', 'everyone'],
];
/** As a whole name they stand for the city; as a word of a name they are ordinary. */
const reservedNames = ['city', 'sink'];

/**
 * Skeleton of a name that lookalikes share: without separators, with `1` and `i` read as `l` and `0` as `o`.
 * The column agent.name_skeleton is computed in SQL by the same rule.
 */
export const nameSkeleton = (name: string): string =>
  name.toLowerCase().replaceAll(/[_-]/g, '').replaceAll(/[1i]/g, 'l').replaceAll('0', 'o');

const readAs: Readonly<Record<string, string>> = {
  ...{ 2: 'z', 3: 'e', 4: 'a', 5: 's', 6: 'g', 7: 't', 8: 'b', 9: 'g' },
  ...{ rn: 'm', vv: 'w', cl: 'd' },
};
/** Folds more lookalikes than the skeleton, for names that must not even resemble another. */
const fold = (name: string): string =>
  nameSkeleton(name).replaceAll(/[2-9]|rn|vv|cl/g, (found) => readAs[found] ?? found);

const foldedWords = reservedWords.map(fold);
const onlyReservedWords = new RegExp(`^(?:(?:${foldedWords.join('|')})s?)+$`);
const wholeNames = new Set(reservedNames.map(fold));
/** Words are separated by separators, by a capital after a small letter, and by digits at their ends. */
const wordEnds = /[_-]+|(?<=[a-z0-9])(?=[A-Z])/;
const outerDigits = /^\d+|\d+$/g;

/** The name that stands for a deleted agent wherever others keep a record of it. */
const tombstonePrefix = 'deleted_';
export const tombstoneOf = (agentId: number): string => tombstonePrefix + agentId;

/** Whether a whole name is a reserved word, or several. */
export const isReservedWord = (name: string): boolean =>
  wholeNames.has(fold(name)) ||
  [name, name.replaceAll(outerDigits, '')].some((word) => onlyReservedWords.test(fold(word)));

/** Whether a name could be mistaken for the city itself, or for somebody who acts for it. */
export const isReservedName = (name: string): boolean =>
  name.toLowerCase().startsWith(tombstonePrefix) ||
  isReservedWord(name) ||
  name.split(wordEnds).some((word) => !isWholeNameOnly(word) && isReservedWord(word));

/** `city_guide` is an ordinary name, `city` is not. */
const isWholeNameOnly = (word: string): boolean => wholeNames.has(fold(word));
