import { consonant, isUnstressed, isVowel, stressMark, vowelName } from './alphabet.ts';
import type { Sounds } from './pronunciation.ts';

const vowels: Record<string, string> = {
  AE: 'a',
  AH: 'ʌ',
  AW: 'W',
  AY: 'I',
  EH: 'ɛ',
  EY: 'A',
  IH: 'ɪ',
  OW: 'Q',
  OY: 'Y',
  UH: 'ʊ',
  UW: 'uː',
};
/** Vowels that absorb the following "r". */
const beforeR: Record<string, string> = {
  AA: 'ɑː',
  AO: 'ɔː',
  EH: 'ɛː',
  IH: 'ɪə',
  IY: 'ɪə',
  UH: 'ʊə',
  UW: 'ʊə',
  AY: 'Iə',
  AW: 'Wə',
};
/** Words in which Americans use the vowel of "cat" and the British that of "father". */
const broadAWords =
  /^(?:after|afterwards|answer|answers|ask|asked|asks|aunt|basket|bath|branch|branches|brass|cast|castle|castles|chance|chances|class|classes|classic|command|craft|crafts|dance|dances|demand|draft|example|examples|fast|faster|fastest|france|glass|glasses|grass|grant|half|last|lasts|lasted|laugh|mask|master|masters|pass|passed|passes|past|path|paths|plant|plants|raft|rather|staff|task|tasks|vast|advance|advantage|disaster|disasters|grasp|shaft|slant|can't|planted)$/;

/** British phonemes of a word, converted from the dictionary's American ones. */
export function britishPhonemes(word: string, sounds: Sounds, beforeVowel: boolean): string {
  let phonemes = '';
  for (const [index, sound] of sounds.entries()) {
    const [before, next] = [sounds[index - 1], sounds[index + 1]];
    const vowelFollows = next === undefined ? beforeVowel : isVowel(next);
    if (sound === 'R' && isVowel(before)) phonemes += vowelFollows ? 'ɹ' : '';
    else if (!isVowel(sound)) phonemes += consonant(sound);
    else
      phonemes +=
        stressMark(sound) + vowel(word, sound, { before, next, vowelFollows, isLast: next === undefined });
  }
  return phonemes;
}

interface Around {
  readonly before: string | undefined;
  readonly next: string | undefined;
  readonly vowelFollows: boolean;
  readonly isLast: boolean;
}

function vowel(word: string, sound: string, { before, next, vowelFollows, isLast }: Around): string {
  const name = vowelName(sound);
  if (name === 'ER') return (isUnstressed(sound) ? 'ə' : 'ɜː') + (vowelFollows ? 'ɹ' : '');
  if (name === 'AH' && isUnstressed(sound)) return next === 'L' ? 'ᵊ' : 'ə';
  if (next === 'R' && beforeR[name]) return beforeR[name];
  if (name === 'IY') return isLast && isUnstressed(sound) ? 'i' : 'iː';
  if (name === 'AE' && broadAWords.test(word)) return 'ɑː';
  // One American vowel corresponds to two British ones: that of "lot" and that of "father".
  if (name === 'AA') return word.includes('o') || before === 'W' ? 'ɒ' : 'ɑː';
  if (name === 'AO') return /(?:aw|au|al|ough|augh|oa|ou)/.test(word) || !word.includes('o') ? 'ɔː' : 'ɒ';
  return vowels[name] ?? '';
}
