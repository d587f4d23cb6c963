import { countryCode } from '../drawing/countries.ts';
import { pictureAliases } from './aliases.ts';
import { emojiNamed, emojiSlug, findEmojiByAlias, flagOf } from './emoji.ts';
import { contentWords } from './lemma.ts';
import { credits, hasIcon, type Icon, iconNamed, type SetName } from './sets.ts';
import { wordsWithoutPicture } from './words-without-picture.ts';

/** The picture for a word: an icon of one of the sets, or an emoji that only the font has (flags). */
export type Picture = { readonly icon: Icon } | { readonly emoji: string };

const cachedPictures = new Map<string, Picture | undefined>();

/**
 * The picture of a thing by its English name; undefined if no picture has that name. Parts of a name and synonyms
 * are not looked up: they would be guesses.
 */
export function pictureFor(subject: string): Picture | undefined {
  if (!cachedPictures.has(subject)) cachedPictures.set(subject, find(subject));
  return cachedPictures.get(subject);
}

const maxExactWords = 3;

/** Whether a label is the name of something that can be drawn, and not a longer text that mentions it. */
export const isExact = (label: string): boolean =>
  label !== '' &&
  label.split(' ').length <= maxExactWords &&
  (countryCode(label) !== undefined || findNamed(label) !== undefined);

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
  return contentWords(subject).length === 0 ? fromEmoji(emojiNamed(subject)) : findExact(subject);
}

const isNumeral = (word: string): boolean => /^(?:\d+|[ivx]+|one|two)$/.test(word);

function findExact(subject: string, phrase = contentWords(subject).join(' ')): Picture | undefined {
  // "11" is not a clock.
  if (isNumeral(phrase)) return undefined;
  const named = findNamed(subject, phrase);
  if (named || wordsWithoutPicture.has(phrase)) return named;
  return (
    fromIcon(iconNamed(phrase, ['streamline-plump-color'])) ??
    fromEmoji(findEmojiByAlias(subject)) ??
    fromIcon(iconNamed(phrase, ['game-icons', 'streamline-ultimate-color', 'tabler']))
  );
}

/** The picture that is listed for a phrase, or the emoji of that name: these are never something else. */
function findNamed(subject: string, phrase = contentWords(subject).join(' ')): Picture | undefined {
  // "RAM" is not the animal.
  const alias = pictureAliases.get(subject) ?? pictureAliases.get(phrase);
  return alias === undefined ? fromEmoji(emojiNamed(subject)) : findAlias(alias);
}

function findAlias(alias: string): Picture | undefined {
  const [set, name] = alias.split(':');
  return name === undefined ? findExact(alias) : fromIcon({ set: set as SetName, name });
}

const fromIcon = (icon: Icon | undefined): Picture | undefined => icon && { icon };

function fromEmoji(emoji: string | undefined): Picture | undefined {
  if (emoji === undefined) return undefined;
  const name = emojiSlug(emoji);
  const icon: Icon | undefined = name === undefined ? undefined : { set: 'fluent-emoji-flat', name };
  return icon && hasIcon(icon) ? { icon } : { emoji };
}
