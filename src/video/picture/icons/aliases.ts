import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Common subjects that no emoji is named after, each with a well-known emoji. Keys are singular, lower case,
 * without accents.
 */
export const emojiAliases: Readonly<Record<string, string>> = require('./emoji-aliases.json');

/**
 * Names that no icon has, or that the sets use for something else, each with another name or, as `set:icon`,
 * a specific icon. Keys are in the form of contentWords;
 * an acronym that is also a word is in capitals.
 */
export const pictureAliases: Readonly<Record<string, string>> = require('./picture-aliases.json');
