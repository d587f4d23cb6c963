import { countryCode } from '../drawing/countries.ts';
import { emojiNamed, emojiSlug, findEmojiByAlias, flagOf } from './emoji.ts';
import { contentWords } from './lemma.ts';
import { pictureAliases } from './picture-aliases.ts';
import { credits, hasIcon, type Icon, iconNamed, type SetName } from './sets.ts';
import { findSynonyms } from './synonyms.ts';
import { wordsWithoutPicture } from './words-without-picture.ts';

/** The picture for a word: an icon of one of the sets, or an emoji that only the font has (flags). */
export type Picture = { readonly icon: Icon } | { readonly emoji: string };

const cachedPictures = new Map<string, Picture | undefined>();

/**
 * The picture of a thing by its English name; undefined if nothing fits, which is better than a wrong one.
 */
export function pictureFor(subject: string): Picture | undefined {
  if (!cachedPictures.has(subject)) cachedPictures.set(subject, find(subject));
  return cachedPictures.get(subject);
}

/** Two words may share a picture. */
export const pictureKey = (picture: Picture): string =>
  'icon' in picture ? `${picture.icon.set}:${picture.icon.name}` : picture.emoji;

export const samePicture = (a: string, b: string): boolean => {
  const [one, other] = [pictureFor(a), pictureFor(b)];
  return one !== undefined && other !== undefined && pictureKey(one) === pictureKey(other);
};

/** Attributions required by the sets that these subjects are drawn from. */
export function creditsFor(subjects: Iterable<string>): string[] {
  const lines = new Set<string>();
  for (const subject of subjects) {
    const picture = pictureFor(subject);
    const credit = picture && 'icon' in picture ? credits[picture.icon.set] : undefined;
    if (credit) lines.add(credit);
  }
  return [...lines].sort();
}

function find(subject: string): Picture | undefined {
  // "Turkey" is the country and "turkey" the bird.
  const country = /^\p{Lu}/u.test(subject) ? countryCode(subject) : undefined;
  if (country !== undefined) return fromEmoji(flagOf(country));
  const words = contentWords(subject);
  if (words.length === 0) return fromEmoji(emojiNamed(subject));
  const phrase = words.join(' ');
  return (
    findExact(subject, phrase) ??
    (wordsWithoutPicture.has(phrase) ? undefined : findBySynonym(phrase)) ??
    // The last word of an English noun phrase is its head: a blue whale is a whale.
    (words.length > 1 ? findByHeadWord(words) : undefined)
  );
}

function findByHeadWord(words: readonly string[]): Picture | undefined {
  const tails = words.slice(1).map((_, from) => words.slice(from + 1).join(' '));
  return findFirst(tails, (tail) => findExact(tail, tail));
}

function findExact(subject: string, phrase: string): Picture | undefined {
  const alias = pictureAliases[phrase];
  if (alias !== undefined) return findAlias(alias);
  const named = fromEmoji(emojiNamed(subject));
  if (named || wordsWithoutPicture.has(phrase)) return named;
  return (
    fromIcon(iconNamed(phrase, ['streamline-plump-color'])) ??
    fromEmoji(findEmojiByAlias(subject)) ??
    fromIcon(iconNamed(phrase, ['game-icons', 'streamline-ultimate-color', 'tabler']))
  );
}

/** Synonyms count only if a picture has exactly that name: their other meanings would be wrong. */
const findBySynonym = (noun: string): Picture | undefined =>
  findFirst(findSynonyms(noun), (name) => {
    const phrase = contentWords(name).join(' ');
    return (
      fromEmoji(emojiNamed(name)) ?? fromIcon(iconNamed(phrase, ['streamline-plump-color', 'game-icons']))
    );
  });

function findAlias(alias: string): Picture | undefined {
  const [set, name] = alias.split(':');
  return name === undefined ? findExact(alias, alias) : fromIcon({ set: set as SetName, name });
}

const fromIcon = (icon: Icon | undefined): Picture | undefined => icon && { icon };

function fromEmoji(emoji: string | undefined): Picture | undefined {
  if (emoji === undefined) return undefined;
  const name = emojiSlug(emoji);
  const icon: Icon | undefined = name === undefined ? undefined : { set: 'fluent-emoji-flat', name };
  return icon && hasIcon(icon) ? { icon } : { emoji };
}

function findFirst<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
