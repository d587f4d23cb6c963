import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A map, since a topic may be "constructor" or "valueOf". */
function readNames(file: string): ReadonlyMap<string, string> {
  const names: Readonly<Record<string, string>> = require(file);
  return new Map(Object.entries(names));
}

/**
 * Common subjects that no emoji is named after, each with a well-known emoji. Keys are singular, lower case,
 * without accents.
 */
export const emojiAliases = readNames('./emoji-aliases.json');

/**
 * Names that no icon has, or that the sets use for something else, each with another name or, as `set:icon`,
 * a specific icon. Keys are in the form of contentWords;
 * an acronym that is also a word is in capitals.
 */
export const pictureAliases = readNames('./picture-aliases.json');
