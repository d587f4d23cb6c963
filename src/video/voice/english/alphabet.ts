import type { Sounds } from './pronunciation.ts';

const consonants: Record<string, string> = {
  B: 'b',
  CH: 'ʧ',
  D: 'd',
  DH: 'ð',
  F: 'f',
  G: 'ɡ',
  HH: 'h',
  JH: 'ʤ',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'ŋ',
  P: 'p',
  R: 'ɹ',
  S: 's',
  SH: 'ʃ',
  T: 't',
  TH: 'θ',
  V: 'v',
  W: 'w',
  Y: 'j',
  Z: 'z',
  ZH: 'ʒ',
};
const stresses: Record<string, string> = { '1': 'ˈ', '2': 'ˌ' };

export const isVowel = (sound: string | undefined): boolean => sound !== undefined && /\d$/.test(sound);
export const consonant = (sound: string): string => consonants[sound] ?? '';
export const stressMark = (sound: string): string => stresses[sound.slice(-1)] ?? '';
export const vowelName = (sound: string): string => sound.slice(0, -1);
export const isUnstressed = (sound: string | undefined): boolean => sound?.endsWith('0') === true;

/** Position of a sound in its word. */
export interface SoundPosition {
  readonly sounds: Sounds;
  readonly index: number;
}
