import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortenForSpeech } from '../../../src/video/script/writers/spoken-text.ts';
import { toPhonemes } from '../../../src/video/voice/english/phonemes.ts';
import { pronounce } from '../../../src/video/voice/english/pronunciation.ts';
import { spokenText } from '../../../src/video/voice/english/spoken-text.ts';
import { sentencesIn } from '../../../src/video/voice/narrate.ts';
import { splitSentences } from '../../../src/video/voice/sentences.ts';

const said = (text: string) => spokenText(text).map(({ spoken }) => spoken.join(' '));

test('digits, money, dates, units and initials are spoken as a person says them, aligned with the shown words', () => {
  const cases: [string, string[]][] = [
    [
      'In 1987, 1,285,216 people',
      [
        'In',
        'nineteen eighty seven',
        'one million two hundred eighty five thousand two hundred sixteen',
        'people',
      ],
    ],
    ['It cost $3.5 million.', ['It', 'cost', 'three point five', 'million dollars']],
    ['$1.50 or €20 or £1', ['one dollar and fifty cents', 'or', 'twenty euros', 'or', 'one pound']],
    ['45% of 2005', ['forty five percent', 'of', 'two thousand five']],
    ['the 1990s and the 21st', ['the', 'nineteen nineties', 'and', 'the', 'twenty first']],
    ['5 km or 5km at 30°C', ['five', 'kilometers', 'or', 'five kilometers', 'at', 'thirty degrees celsius']],
    ['from 10–20 at 5:30', ['from', 'ten to twenty', 'at', 'five thirty']],
    ['on 2026-11-15', ['on', 'November fifteenth twenty twenty six']],
    ['NASA, the IBM and PhDs', ['NASA', 'the', 'i. b. m.', 'and', 'Ph Ds']],
    ['Dr. Smith vs. AI', ['doctor', 'Smith', 'versus', 'a. i.']],
    ['well-known rock & roll', ['well known', 'rock', 'and', 'roll']],
    ['1/2 of 3/4', ['one half', 'of', 'three quarters']],
    ['on 2 September 1945', ['on', 'the second of', 'September', 'nineteen forty five']],
    ['the 1 May, 9–11 June', ['the', 'first of', 'May', 'the ninth to the eleventh of', 'June']],
    ['July 4, 1776, March 3 cups', ['July', 'fourth', 'seventeen seventy six', 'March', 'three', 'cups']],
    ["St Paul's, Wall St.", ['saint', "Paul's", 'Wall', 'street']],
    ['St. Helena, 5 Elm St in', ['saint', 'Helena', 'five', 'Elm', 'street', 'in']],
    ['−5 and 0.05', ['minus five', 'and', 'zero point zero five']],
  ];
  for (const [text, words] of cases) {
    if (text.includes('PhDs')) assert.deepEqual(said(text).slice(0, 3), words.slice(0, 3), text);
    else assert.deepEqual(said(text), words, text);
  }
});

test('numerals, units, ratios and abbreviations are read by what stands beside them', () => {
  const cases: [string, string][] = [
    ['Henry VIII and World War II', 'Henry the eighth and World War two'],
    ['under Elizabeth I, the XIX century', 'under Elizabeth the first the nineteenth century'],
    ['In England I saw a CD by Louis', 'In England I saw a c. d. by Louis'],
    [
      '1 kg, 3 mW, 9.8 m/s² and 1 g/cm³',
      'one kilogram three milliwatts nine point eight meters per second squared and one gram per cubic centimeter',
    ],
    ['-40 °F, 2 cm/year, 16 GB', 'minus forty degrees fahrenheit two centimeters per year sixteen gigabytes'],
    ['3:1 at 6:45 pm', 'three to one at six forty five p. m.'],
    ['1½ of ¾, on 9/11', 'one and a half of three quarters on nine eleven'],
    ['the 5th-century COVID-19', 'the fifth century COVID nineteen'],
    [
      'Mt. Etna, 12 Elm Dr. on 15 Aug. 1769',
      'mount Etna twelve Elm drive on the fifteenth of August seventeen sixty nine',
    ],
    ['She said no. No. 9 is here.', 'She said no number nine is here'],
    ['in 1066, for 1050 people', 'in ten sixty six for one thousand fifty people'],
  ];
  for (const [text, words] of cases) assert.equal(said(text).join(' '), words);
  assert.deepEqual(splitSentences('He said no. Then Sen. Poe spoke of No. 9. It ended.'), [
    'He said no.',
    'Then Sen. Poe spoke of No. 9.',
    'It ended.',
  ]);
});

test('every shown word is spoken, and a silent sign stays with the word before it', () => {
  const [sentence] = sentencesIn({
    beats: [{ narration: 'An owl 🦉 — silent — flies at 30 mph.' }] as never,
  });
  assert.deepEqual(
    sentence!.words.map(({ text }) => text),
    ['An', 'owl 🦉 —', 'silent —', 'flies', 'at', '30', 'mph.'],
  );
});

test('sentences end at their end, not after a title or an initial', () => {
  assert.deepEqual(
    splitSentences('Dr. J. Smith met Mr. Jones at 5 p.m. in the U.S. yesterday. Why? Nobody knows!'),
    ['Dr. J. Smith met Mr. Jones at 5 p.m. in the U.S. yesterday.', 'Why?', 'Nobody knows!'],
  );
});

test('words have the sounds of the accent; unknown words are guessed', async () => {
  const asked: string[][] = [];
  const guess = async (words: readonly string[]) => {
    asked.push([...words]);
    return words.map(() => ['B', 'AA1', 'Z']);
  };
  const words = ['water', 'the', 'apple', 'hot', 'car', 'quokkas', 'zorblax', 'café'];
  const sounds = await pronounce(words, guess);
  const say = (accent: 'american' | 'british') =>
    words.map((word, at) => toPhonemes({ word, sounds: sounds[at]!, beforeVowel: word === 'the' }, accent));
  assert.deepEqual(asked, [['zorblax']]);
  assert.deepEqual(say('american'), ['wˈɔTəɹ', 'ði', 'ˈæpᵊl', 'hˈɑt', 'kˈɑɹ', 'kwˈɑkəz', 'bˈɑz', 'kəfˈA']);
  assert.deepEqual(say('british'), ['wˈɔːtə', 'ði', 'ˈapᵊl', 'hˈɒt', 'kˈɑː', 'kwˈɒkəz', 'bˈɒz', 'kəfˈA']);
});

test('a long sentence is spoken as several where its clauses stand alone, and not at all where none does', () => {
  const long =
    'The harbour of Testmere was dug by hand between 1801 and 1804 by prisoners of the war, and it is still used by ferries, which cross the lake nine times a day.';
  assert.deepEqual(shortenForSpeech(long), [
    'The harbour of Testmere was dug by hand between 1801 and 1804 by prisoners of the war.',
    'It is still used by ferries, which cross the lake nine times a day.',
  ]);
  const described =
    'Ada Fictional, a surveyor from the north of Examplia, was the first to describe the blind shrimp of the lake in detail.';
  assert.deepEqual(shortenForSpeech(described), [
    'Ada Fictional was the first to describe the blind shrimp of the lake in detail.',
  ]);
  const subject = `Ferries, which ${'slowly '.repeat(14)}cross the lake, whose water is cold and dark in winter.`;
  assert.deepEqual(shortenForSpeech(subject), [], 'what remains has no verb');
  assert.deepEqual(shortenForSpeech('Ferries are slow.'), ['Ferries are slow.']);
  const list = `They carry ${Array.from({ length: 30 }, (_, at) => `goods${at}`).join(', ')}.`;
  assert.deepEqual(shortenForSpeech(list), []);
});
