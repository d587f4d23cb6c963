import { dictionary } from 'cmu-pronouncing-dictionary';

/** Phonemes of a word in the dictionary's alphabet: `B AH1 T ER0`, vowels with their stress. */
export type Sounds = readonly string[];

/** Returns the phonemes of words that are not in the dictionary, one result per word. */
export type Guess = (words: readonly string[]) => Promise<Sounds[]>;

/** Words that the dictionary lacks, or lists with the rarer pronunciation first. */
const ownEntries: Record<string, string> = {
  live: 'L IH1 V',
  lead: 'L IY1 D',
  read: 'R IY1 D',
  use: 'Y UW1 Z',
  close: 'K L OW1 S',
  octopus: 'AA1 K T AH0 P AH0 S',
  kith: 'K IH1 TH',
  quokka: 'K W AA1 K AH0',
  emoji: 'IH0 M OW1 JH IY0',
  emojis: 'IH0 M OW1 JH IY0 Z',
  wordnet: 'W ER1 D N EH2 T',
  wikipedia: 'W IH2 K IH0 P IY1 D IY0 AH0',
};

/** Words whose pronunciation differs between verb and noun, decided by the previous word. */
const verbs = new Map(
  Object.entries({
    record: 'R AH0 K AO1 R D',
    present: 'P R IH0 Z EH1 N T',
    object: 'AH0 B JH EH1 K T',
    produce: 'P R AH0 D UW1 S',
    project: 'P R AH0 JH EH1 K T',
    increase: 'IH0 N K R IY1 S',
    decrease: 'D IH0 K R IY1 S',
    close: 'K L OW1 Z',
    estimate: 'EH1 S T AH0 M EY2 T',
    separate: 'S EH1 P ER0 EY2 T',
  }),
);
const nouns = new Map(
  Object.entries({
    record: 'R EH1 K ER0 D',
    present: 'P R EH1 Z AH0 N T',
    object: 'AA1 B JH EH0 K T',
    produce: 'P R OW1 D UW0 S',
    project: 'P R AA1 JH EH0 K T',
    increase: 'IH1 N K R IY2 S',
    decrease: 'D IY1 K R IY2 S',
    use: 'Y UW1 S',
    live: 'L AY1 V',
    estimate: 'EH1 S T AH0 M AH0 T',
    separate: 'S EH1 P ER0 AH0 T',
    lead: 'L IY1 D',
  }),
);
const beforeVerb = new Set('to will can could would should may might must not i you we they who'.split(' '));
const beforeNoun = new Set(
  'the a an its his her their our my your this that no each every of first new'.split(' '),
);

const endings: readonly [string, string, (stem: Sounds) => string[]][] = [
  ["'s", '', pluralSounds],
  ["s'", 's', () => []],
  ['ies', 'y', () => ['Z']],
  ['es', '', (stem) => ['IH0', 'Z'].slice(endsInSibilant(stem) ? 0 : 1)],
  ['s', '', pluralSounds],
  ['ing', '', () => ['IH0', 'NG']],
  ['ing', 'e', () => ['IH0', 'NG']],
  ['ed', '', pastSounds],
  ['ed', 'e', pastSounds],
  ['ly', '', () => ['L', 'IY0']],
  ['ness', '', () => ['N', 'AH0', 'S']],
  ['less', '', () => ['L', 'AH0', 'S']],
  ['ful', '', () => ['F', 'AH0', 'L']],
  ['able', '', () => ['AH0', 'B', 'AH0', 'L']],
  ['er', '', () => ['ER0']],
  ['er', 'e', () => ['ER0']],
];
const beginnings: Record<string, string> = {
  un: 'AH0 N',
  re: 'R IY0',
  over: 'OW2 V ER0',
  under: 'AH2 N D ER0',
  super: 'S UW2 P ER0',
  micro: 'M AY2 K R OW0',
  multi: 'M AH2 L T IY0',
  non: 'N AA2 N',
  pre: 'P R IY0',
  anti: 'AE2 N T IY0',
};

const endsInSibilant = (stem: Sounds): boolean => /^(?:S|Z|SH|ZH|CH|JH)$/.test(stem.at(-1) ?? '');
const isVoiceless = (stem: Sounds): boolean => /^(?:P|T|K|F|TH|S|SH|CH)$/.test(stem.at(-1) ?? '');

function pluralSounds(stem: Sounds): string[] {
  if (endsInSibilant(stem)) return ['IH0', 'Z'];
  return isVoiceless(stem) ? ['S'] : ['Z'];
}

function pastSounds(stem: Sounds): string[] {
  if (/^[TD]$/.test(stem.at(-1) ?? '')) return ['IH0', 'D'];
  return isVoiceless(stem) ? ['T'] : ['D'];
}

const lookUpWord = (word: string): Sounds | undefined =>
  (Object.hasOwn(ownEntries, word)
    ? ownEntries[word]
    : Object.hasOwn(dictionary, word)
      ? dictionary[word]
      : undefined
  )?.split(' ');

/** Looks the word up in the dictionary, whole or composed of known parts. */
function lookUpParts(word: string): Sounds | undefined {
  const whole = lookUpWord(word);
  if (whole) return whole;
  for (const [ending, instead, sounds] of endings) {
    if (!word.endsWith(ending) || word.length < ending.length + 3) continue;
    const stem = lookUpWord(word.slice(0, -ending.length) + instead);
    if (stem) return [...stem, ...sounds(stem)];
  }
  for (const [beginning, sounds] of Object.entries(beginnings)) {
    const rest =
      word.startsWith(beginning) &&
      word.length > beginning.length + 3 &&
      lookUpWord(word.slice(beginning.length));
    if (rest) return [...sounds.split(' '), ...rest];
  }
  return lookUpCompound(word);
}

/**
 * Compound words such as "seahorse": both parts have at least four letters, or there would be too many chance
 * matches.
 */
function lookUpCompound(word: string): Sounds | undefined {
  for (let cut = word.length - 4; cut >= 4; cut--) {
    const [first, second] = [lookUpWord(word.slice(0, cut)), lookUpWord(word.slice(cut))];
    if (first && second) return [...first, ...second.map((sound) => sound.replace('1', '2'))];
  }
  return undefined;
}

/** Reduces letters to those of English spelling: "é" becomes "e". */
const plainLetters = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    .replace(/[^a-z'.]/g, '');

/** The pronunciation of each word of a sentence; unknown words are passed to `guess` in one batch. */
export async function pronounce(words: readonly string[], guess: Guess): Promise<Sounds[]> {
  const plain = words.map(plainLetters);
  const found = plain.map((word, index) => {
    const before = plain[index - 1] ?? '';
    const either = beforeVerb.has(before)
      ? verbs.get(word)
      : beforeNoun.has(before)
        ? nouns.get(word)
        : undefined;
    return either?.split(' ') ?? lookUpParts(word);
  });
  const unknownWords = plain.filter((word, index) => !found[index] && /[a-z]/.test(word));
  const guessed = unknownWords.length > 0 ? await guess(unknownWords) : [];
  return found.map((sounds, index) => sounds ?? (/[a-z]/.test(plain[index]!) ? (guessed.shift() ?? []) : []));
}
