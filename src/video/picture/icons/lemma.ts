/** A phrase in lower case, without accents, marks and plurals: the lookup form of icon names. */
export function toLemma(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]s(?!\p{L})/gu, '')
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .split(' ')
    .filter(Boolean)
    .map(toSingular)
    .join(' ');
}

const irregular = new Map(
  Object.entries({
    men: 'man',
    women: 'woman',
    people: 'people',
    children: 'child',
    mice: 'mouse',
    geese: 'goose',
    teeth: 'tooth',
    feet: 'foot',
    leaves: 'leaf',
    wolves: 'wolf',
    knives: 'knife',
    lives: 'life',
    wives: 'wife',
    octopi: 'octopus',
    cacti: 'cactus',
    oxen: 'ox',
  }),
);
const singularAlready =
  /(ss|us|is|news|gas|lens|series|species|glasses|scissors|christmas|diabetes|mars|texas|wales)$/;

const endsInIe = /^(?:brownie|calorie|cookie|lie|movie|pie|prairie|selfie|smoothie|tie|zombie)s$/;

function toSingular(word: string): string {
  const singular = irregular.get(word);
  if (singular !== undefined) return singular;
  if (word.length < 4 || singularAlready.test(word)) return word;
  if (/(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (endsInIe.test(word)) return word.slice(0, -1);
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (word.endsWith('oes')) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

const meaningless = new Set(
  'a an the of in on at to for and or with by from its it is are was this that my your our their'.split(' '),
);

/** The content words of a phrase. */
export const contentWords = (text: string): string[] =>
  toLemma(text)
    .split(' ')
    .filter((word) => word !== '' && !meaningless.has(word));
