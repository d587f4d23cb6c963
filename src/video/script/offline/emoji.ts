import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const emojiSign = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** The names of emoji, as emojilib (MIT) has them: the first is what it is called, the others come to mind with it. */
export async function emojiNames(emoji: string): Promise<{ name: string; about: string[] } | undefined> {
  const path = createRequire(import.meta.url).resolve('emojilib/dist/emoji-en-US.json');
  const all = JSON.parse(await readFile(path, 'utf8')) as Record<string, string[]>;
  const found = all[emoji] ?? all[emoji.replaceAll('\ufe0f', '')] ?? all[`${emoji}\ufe0f`];
  const [name, ...about] = (found ?? []).map((each) => each.replaceAll('_', ' '));
  return name === undefined
    ? undefined
    : { name, about: about.filter((each) => /^[a-z][a-z ]+$/.test(each)) };
}

/** The emoji of a topic that is made of nothing else. */
export function onlyEmoji(topic: string): string[] {
  const signs = [...new Intl.Segmenter().segment(topic)]
    .map(({ segment }) => segment)
    .filter((sign) => sign.trim() !== '');
  return signs.length > 0 && signs.every((sign) => emojiSign.test(sign)) ? signs : [];
}
