import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const endings = ['s', 'es', 'd', 'ed', 'ing', 'er', 'ly', "'s"];

/**
 * Whether the pronouncing dictionary has a word or its base form. The file is searched as text, because parsing it
 * takes 19 MB and a third of a second.
 */
export async function isKnownWord(word: string): Promise<boolean> {
  const text = await readFile(fileURLToPath(import.meta.resolve('cmu-pronouncing-dictionary')), 'utf8');
  const bases = endings.flatMap((ending) =>
    word.endsWith(ending) && word.length - ending.length >= 3
      ? [word.slice(0, -ending.length), `${word.slice(0, -ending.length)}e`]
      : [],
  );
  return [word, ...bases].some((each) => text.includes(`\n  "${each}":`) || text.includes(`\n  ${each}:`));
}
