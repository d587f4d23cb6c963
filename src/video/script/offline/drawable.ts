import { emojiNamed } from '../../picture/icons/emoji.ts';
import { type Sense, ties, type WordNet } from '../facts/wordnet.ts';
import { clipped } from '../text.ts';

/** By the lexicographers' file, where nothing nearer has a picture. */
const byFile: Readonly<Record<number, string>> = {
  4: '🏃',
  5: '🐾',
  6: '🧰',
  7: '✨',
  8: '🧍',
  9: '🧠',
  10: '💬',
  11: '📜',
  12: '❤️',
  13: '🍽️',
  14: '👥',
  15: '📍',
  17: '🪨',
  18: '🧑',
  19: '🌩️',
  20: '🌿',
  21: '💰',
  22: '⚙️',
  23: '🔢',
  24: '🔗',
  25: '🔷',
  27: '🧪',
  28: '⏳',
};
const steps = 5;

/** What to draw for a word: itself or what it is also called, else the nearest above it that has a picture of its very name. */
export async function drawable(wordnet: WordNet, word: string, sense: Sense): Promise<string> {
  const own = [word, ...sense.words].find((name) => emojiNamed(name) !== undefined);
  if (own) return clipped(own, 40);
  let at: Sense | undefined = sense;
  for (let step = 0; step < steps && at; step++) {
    at = (await wordnet.tied(at, ties.kindOf, 1))[0];
    const name = at?.words.find((each) => emojiNamed(each) !== undefined);
    if (name) return clipped(name, 40);
  }
  return byFile[sense.file] ?? clipped(word, 40);
}
