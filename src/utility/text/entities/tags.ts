import { findMatches, type TextSpan } from './span.ts';
import { isTld } from './tlds.ts';

/**
 * Marks that are part of words in some scripts: joiners, geresh, maqaf, wave dashes, tsheg, the middle dot.
 */
const joining =
  '_\\u200c\\u200d\\ua67e\\u05be\\u05f3\\u05f4\\uff5e\\u301c\\u309b\\u309c\\u30a0\\u30fb\\u3003\\u0f0b\\u0f0c\\u00b7';
const inTag = `\\p{L}\\p{M}\\p{Nd}${joining}`;
const longest = 1_000;
const hashtag = new RegExp(`[#＃](?![\\ufe0f\\u20e3])([${inTag}]{1,${longest}})`, 'gu');
const beforeTag = new RegExp(`[${inTag}&]$`, 'u');
const hasLetter = /[\p{L}\p{M}]/u;

/**
 * Finds hashtags without their sign: in any script, with at least one letter, not attached to a preceding
 * word.
 */
export function findHashtags(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const match of findMatches(hashtag, text)) {
    const name = match[1]!;
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - 2), match.index);
    const glued = beforeTag.test(before) && !/[\ufe0e\ufe0f]$/.test(before);
    const followed = /^(?:[#＃]|:\/\/)/.test(text.slice(end, end + 3));
    if (!glued && !followed && hasLetter.test(name)) found.push({ start: match.index, end, text: name });
  }
  return found;
}

const mention = /[@＠]([A-Za-z0-9_]{1,20})(\/[A-Za-z][A-Za-z0-9_-]{0,24})?/g;
const beforeMention = /(?:^|[^A-Za-z0-9_!#$%&*@＠]|(?:^|[^A-Za-z0-9_+~.-])rt:?)$/i;
const afterMention = /^(?:[@＠\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0100-\u024f\u1e00-\u1eff]|:\/\/)/;

/** @user@host, as the fediverse writes it. */
const handle =
  /(?<![\w@＠.+-])[@＠]([a-z0-9_](?:[a-z0-9_.-]{0,62}[a-z0-9_])?@(?:[a-z0-9-]{1,63}\.){1,5}([a-z]{2,24}))(?![\w@-])/gi;

/** Finds handles without their first sign; Twitter's rules for mentions leave them out. */
export function findHandles(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const match of findMatches(handle, text))
    if (isTld(match[2]!))
      found.push({ start: match.index, end: match.index + match[0].length, text: match[1]! });
  return found;
}

/** Finds mentions without their sign; parts of e-mail addresses and list names do not count. */
export function findMentions(text: string): TextSpan[] {
  const found: TextSpan[] = [];
  for (const match of findMatches(mention, text)) {
    const [whole, name = '', list] = match;
    const end = match.index + whole.length;
    const before = text.slice(Math.max(0, match.index - 4), match.index);
    const clear = beforeMention.test(match.index <= 4 ? before : `…${before}`);
    if (clear && !list && !afterMention.test(text.slice(end, end + 3)))
      found.push({ start: match.index, end, text: name });
  }
  return found;
}
