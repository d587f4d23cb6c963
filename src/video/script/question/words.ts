/** Words that say nothing about the subject of a text. */
const stopWords = new Set(
  `a an the this that these those it its he she they them their his her him we us our you your i me my
  and or but nor so if then than as at by for from in into of off on onto out over to up with within without about between during
  is are was were be been being am do does did done doing has have had having can could may might must shall should will would
  not no only also just very much more most some any each every all both such same other another own
  what which who whom whose when where why how there here many one
  really actually exactly explain explained tell show describe please video short film work works worked working happen happens
  vs versus difference differences different differ differs compare compared comparison
  thing things called call say says mean means get gets got go goes make makes made use uses used`.split(
    /\s+/,
  ),
);

export const isStopWord = (word: string): boolean => stopWords.has(word);

/** The words of a text in lower case, without accents and possessive endings. */
export const splitWords = (text: string): string[] =>
  (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[’]/g, "'")
      .match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*(?:'\p{L}+)?/gu) ?? []
  ).map((word) => word.replace(/'s?$|'(?:ll|re|ve|d|m|t)$/u, ''));

const irregular: Readonly<Record<string, string>> = {
  men: 'man',
  women: 'woman',
  people: 'person',
  children: 'child',
  feet: 'foot',
  teeth: 'tooth',
  mice: 'mouse',
  geese: 'goose',
  leaves: 'leaf',
  lives: 'life',
  wolves: 'wolf',
  bacterium: 'bacteria',
  sank: 'sink',
  sunk: 'sink',
  rose: 'rise',
  risen: 'rise',
  broke: 'break',
  broken: 'break',
  sang: 'sing',
  swam: 'swim',
  ate: 'eat',
  eaten: 'eat',
  gave: 'give',
  given: 'give',
  took: 'take',
  taken: 'take',
  made: 'make',
  met: 'meet',
  sold: 'sell',
  bought: 'buy',
  fought: 'fight',
  caught: 'catch',
  taught: 'teach',
  thought: 'think',
  brought: 'bring',
  held: 'hold',
  lost: 'lose',
  left: 'leave',
  ran: 'run',
  sent: 'send',
  spoke: 'speak',
  spoken: 'speak',
  stole: 'steal',
  drove: 'drive',
  driven: 'drive',
  chose: 'choose',
  chosen: 'choose',
  froze: 'freeze',
  frozen: 'freeze',
  fell: 'fall',
  fallen: 'fall',
  built: 'build',
  began: 'begin',
  begun: 'begin',
  wrote: 'write',
  written: 'write',
  won: 'win',
  led: 'lead',
  flew: 'fly',
  flown: 'fly',
  slept: 'sleep',
  grew: 'grow',
  grown: 'grow',
  found: 'find',
  colour: 'color',
  born: 'birth',
  died: 'die',
  death: 'die',
  dying: 'die',
  octopi: 'octopus',
  awake: 'wake',
  woke: 'wake',
  leafs: 'leaf',
};

/** Only one ending is removed, not one after the other: "eclipses" is not "eclip". */
const singularEnding = (ending: string): string => (ending === 'sses' ? 'ss' : ending === 'ies' ? 'y' : '');

/** Strips a word's endings, enough to see that "pumps" and "pumping" are about the same thing. */
export function stem(word: string): string {
  const known = irregular[word];
  if (known) return stem(known);
  if (word.length < 4 || /\d/.test(word)) return word;
  let root = word
    .replace(/(?<=[^aeiou])our(?=s?$|ed$|ing$)/, 'or')
    .replace(/isation/, 'ization')
    .replace(/ise(?=[ds]?$)/, 'ize')
    .replace(/sses$|(?<=.{2})ies$|(?<=[sxz]|ch|sh)es$|(?<=[^su])s$/, singularEnding);
  root = root
    .replace(/(?<=.{4})(?:ization|izing|ized|ize)$/, '')
    .replace(/(?<=.{3})(?:ations?|ators?|ated|ating|ates?|ative)$/, '')
    .replace(/(?<=.{3})(?:ments?|ness|fully|ful|ously|ous)$/, '')
    .replace(/(?<=.{4})(?:ity|ities|ally|al|ly)$/, '')
    .replace(/(?<=.{4})(?:ers?|ors?)$|(?<=.{3})(?:ions?|ings?|edly|ed|ive)$/, '');
  // "Running" is "run", but "Bonn" is not "bon".
  if (root.length < word.length - 1) root = root.replace(/(?<=.{2})([bdfglmnprt])\1$/, '$1');
  // Words of three letters stay as they are, so "eyes" is "eye".
  root = root.replace(/(?<=.{2}[^aeiou])y$/, 'i').replace(/(?<=.{3})e$/, '');
  return root.length < 2 ? word : root;
}

/** Stems of the content words. */
export const toStems = (text: string): string[] =>
  splitWords(text)
    .filter((word) => !stopWords.has(word))
    .map(stem);

/** Share of the smaller set that is in the other, from 0 to 1. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const [small, large] = a.length <= b.length ? [new Set(a), new Set(b)] : [new Set(b), new Set(a)];
  if (small.size === 0) return 0;
  return [...small].filter((each) => large.has(each)).length / small.size;
}

export const countWords = (text: string): number =>
  text.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
