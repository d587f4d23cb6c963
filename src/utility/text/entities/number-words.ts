const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const values = new Map<string, number>([
  ...units.map((word, i) => [word, i] as const),
  ...tens.map((word, i) => [word, (i + 2) * 10] as const),
  ...ordinals.map((word, i) => [word, i + 1] as const),
  ['twentieth', 20],
  ['thirtieth', 30],
]);
const multipliers = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

/** Pattern for one word of a number below a hundred. */
export const smallNumber = [...values.keys()].sort((a, b) => b.length - a.length).join('|');
const small = smallNumber;
const large = [...multipliers.keys()].join('|');

/** Pattern for numbers in English words: five, twenty-one, three hundred and six thousand. */
export const numberWords = `(?:${small})(?:(?:[ -]| and )(?:${small}|${large})){0,8}(?![\\p{L}])`;
/** Pattern for a day of the month in words: second, twenty-first, twenty one. */
export const dayWords = `(?:twenty|thirty)[ -](?:${[...units.slice(1, 10), ...ordinals.slice(0, 9)].join('|')})|${small}`;
/** Pattern for a year in words: nineteen seventy eight, two thousand and six. */
export const yearWordsPattern = `(?:nineteen|twenty|eighteen)[ -](?:${[...tens, ...units.slice(10)].join('|')})(?:[ -](?:${units.slice(1, 10).join('|')}))?|two thousand(?:(?: and)? (?:${small})(?:[ -](?:${units.slice(1, 10).join('|')}))?)?`;

/** Value of a number in words; undefined if a word is not part of a number. */
export function readNumberWords(text: string): number | undefined {
  let total = 0;
  let current = 0;
  for (const word of text.toLowerCase().split(/[ -]+/)) {
    if (word === 'and') continue;
    const multiplier = multipliers.get(word);
    const value = values.get(word);
    if (multiplier === 100) current = (current || 1) * 100;
    else if (multiplier) {
      total += (current || 1) * multiplier;
      current = 0;
    } else if (value === undefined) return undefined;
    else current += value;
  }
  return total + current;
}

/** "Nineteen seventy eight" is two numbers, the first of which counts hundreds. */
export function readYearWords(text: string): number | undefined {
  const [century, rest] = [/^(?:nineteen|twenty|eighteen)/i.exec(text)?.[0], text.replace(/^\w+[ -]/, '')];
  if (!century) return readNumberWords(text);
  const hundreds = readNumberWords(century);
  const years = readNumberWords(rest);
  return hundreds === undefined || years === undefined ? undefined : hundreds * 100 + years;
}
