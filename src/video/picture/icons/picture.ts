import { countryCode } from '../drawing/countries.ts';
import { pictureAliases } from './aliases.ts';
import { emojiNamed, emojiSlug, findEmojiByAlias, flagOf } from './emoji.ts';
import { formsOfState, genericHeads, nameHeads } from './head-words.ts';
import { contentWords } from './lemma.ts';
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

/**
 * Whether a name of someone or something can be drawn. A single word with a capital letter is drawn only if the
 * lists know it: "the Count" is not about counting.
 */
export const isDrawableName = (name: string): boolean =>
  / /.test(name)
    ? pictureFor(name) !== undefined
    : countryCode(name) !== undefined || findNamed(name) !== undefined;

function find(subject: string): Picture | undefined {
  // "Turkey" is the country and "turkey" the bird.
  const country = /^\p{Lu}/u.test(subject) ? countryCode(subject) : undefined;
  if (country !== undefined) return fromEmoji(flagOf(country));
  const words = contentWords(subject);
  if (words.length === 0) return fromEmoji(emojiNamed(subject));
  // New Mexico is not in Mexico.
  if (/^New \p{Lu}/u.test(subject)) return findNamed(subject);
  return findWhole(subject) ?? findPart(subject);
}

/** The picture of the whole phrase. */
function findWhole(subject: string): Picture | undefined {
  const phrase = contentWords(subject).join(' ');
  return findExact(subject) ?? (wordsWithoutPicture.has(phrase) ? undefined : findBySynonym(phrase));
}

const complement = /^(?<head>.+?) (?:of|in|on|for|from|at|with|by) (?:the |an? )?(?<rest>.+)$/i;

/**
 * The picture of the part of a phrase that says what is meant. The Wall of China is a wall, as the rest only says
 * where it is; the rings of Saturn and a cup of tea are about what follows.
 */
function findPart(subject: string): Picture | undefined {
  const { head, rest } = complement.exec(subject)?.groups ?? {};
  if (head === undefined || rest === undefined) return findInCompound(subject);
  const findHead = () => findWhole(head) ?? findInCompound(head);
  const isHeadMeant = isPlace(rest) && !formsOfState.has(contentWords(head).at(-1) ?? '');
  return isHeadMeant ? (findHead() ?? find(rest)) : (find(rest) ?? findHead());
}

const continents = /^(?:Africa|Antarctica|Asia|Australia|Europe|(?:North |South |Latin )?America)$/;
const flag = /^\p{RGI_Emoji_Flag_Sequence}$|^\u{1F3F4}/v;

function isPlace(name: string): boolean {
  if (!/^\p{Lu}/u.test(name)) return false;
  const picture = find(name);
  return continents.test(name) || (picture !== undefined && flag.test(pictureKey(picture)));
}

/**
 * The last word of an English compound says what it is: a blue whale is a whale. Where that word is too general to
 * be drawn, the words before it are more telling: a coffee machine is shown as coffee.
 */
function findInCompound(subject: string): Picture | undefined {
  const all = contentWords(subject);
  // "World War II" is "World War".
  const words = all.slice(0, all.findLastIndex((word) => !isNumeral(word)) + 1);
  const from = words.length < all.length ? 0 : 1;
  const tails = words.slice(from).map((_, i) => words.slice(i + from).join(' '));
  const [last] = tails.splice(-1);
  const phrase = findFirst(tails, (tail) => findExact(tail));
  if (phrase || last === undefined) return phrase;
  // The words of a proper name mean nothing alone: Jean Moulin is not about jeans, nor Bill Gates about gates.
  const isName = !/ \p{Ll}/u.test(subject) && /^\p{Lu}\S* \S/u.test(subject);
  if (isName) return from === 0 ? findNamed(last) : nameHeads.has(last) ? findExact(last) : undefined;
  const findBefore = () => findModifier(words.slice(0, -1));
  return genericHeads.has(last) ? (findBefore() ?? findExact(last)) : (findExact(last) ?? findBefore());
}

/** The last of these words, or words together, that is the name of a thing. */
const findModifier = (words: readonly string[]): Picture | undefined =>
  findFirst(
    words.map((_, i) => words.slice(0, words.length - i)),
    (these) =>
      findFirst(
        these.map((_, i) => these.slice(i).join(' ')),
        (phrase) => (genericHeads.has(phrase) || phrase.endsWith('ing') ? undefined : findNamed(phrase)),
      ),
  );

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

/** Synonyms count only if a picture has exactly that name: their other meanings would be wrong. */
const findBySynonym = (noun: string): Picture | undefined =>
  findFirst(
    findSynonyms(noun),
    (name) =>
      findNamed(name) ??
      fromIcon(iconNamed(contentWords(name).join(' '), ['streamline-plump-color', 'game-icons'])),
  );

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

function findFirst<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
