import type { Accent } from '../voices.ts';
import { consonant, isUnstressed, isVowel, stressMark, vowelName } from './alphabet.ts';
import { britishPhonemes } from './british.ts';
import type { Sounds } from './pronunciation.ts';

const vowels: Record<string, string> = {
  AA: 'ɑ',
  AE: 'æ',
  AH: 'ʌ',
  AO: 'ɔ',
  AW: 'W',
  AY: 'I',
  EH: 'ɛ',
  ER: 'ɜɹ',
  EY: 'A',
  IH: 'ɪ',
  IY: 'i',
  OW: 'O',
  OY: 'Y',
  UH: 'ʊ',
  UW: 'u',
};
/** Function words that carry no stress in a sentence. */
const unstressedWords = new Set(
  'a an the of to in on at and or but as is are was were be been am has have had do does did for from with by it its that than he she they we you i his her their our your my me him them us can could would should will shall may so if into'.split(
    ' ',
  ),
);

export interface SpokenSounds {
  readonly word: string;
  readonly sounds: Sounds;
  /** Whether the next word starts with a vowel: "the apple" differs from "the pear". */
  readonly beforeVowel: boolean;
}

/** Phonemes in the alphabet that the voices were trained with. */
export function toPhonemes(spoken: SpokenSounds, accent: Accent): string {
  const word = spoken.word.toLowerCase();
  if (word === 'the') return spoken.beforeVowel ? 'ði' : 'ðə';
  if (word === 'a') return 'ɐ';
  if (word === 'to') return spoken.beforeVowel ? 'tʊ' : 'tə';
  const sounds = unstressedWords.has(word)
    ? spoken.sounds.map((sound) => sound.replace(/[12]$/, '3'))
    : spoken.sounds;
  return accent === 'british'
    ? britishPhonemes(word, sounds, spoken.beforeVowel)
    : toAmericanPhonemes(sounds);
}

function toAmericanPhonemes(sounds: Sounds): string {
  return sounds.map((sound, index) => toAmericanPhoneme(sound, sounds, index)).join('');
}

function toAmericanPhoneme(sound: string, sounds: Sounds, index: number): string {
  const [before, next] = [sounds[index - 1], sounds[index + 1]];
  if (!isVowel(sound)) {
    // Between vowels, before an unstressed one, a "t" is a tap: water, city.
    const taps =
      sound === 'T' &&
      isVowel(before) &&
      isUnstressed(next) &&
      !(next === 'AH0' && sounds[index + 2] === 'N');
    return taps ? 'T' : consonant(sound);
  }
  const name = vowelName(sound);
  if (isUnstressed(sound) && name === 'AH') return next === 'L' && index === sounds.length - 2 ? 'ᵊ' : 'ə';
  if (isUnstressed(sound) && name === 'ER') return 'əɹ';
  return stressMark(sound) + vowels[name]!;
}
