import { capitalise, toOneLine } from '../text.ts';
import { countWords } from '../words.ts';

/** A sentence of an article in spoken form: without asides that are only useful in print. */
export const toSpokenText = (text: string): string =>
  endWithinBreath(
    withoutInnerAsides(toOneLine(text))
      // A sentence that is an aside as a whole.
      .replace(/^\(([^()]+[.!?])\)$/u, '$1')
      // Of a list of names, the one that is known.
      .replace(/\([^()]*;\s*((?:commonly|also|better|usually) (?:known as|called) [\p{L}\s-]+)\)/giu, '($1)')
      // The same figure in another unit.
      .replace(
        /\s*\((?:about |approximately |roughly )?[\d.,–-]+(?:\s(?:million|billion))?\s?(?:square |cubic |sq )?(?:mi|miles?|ft|feet|km|kilomet(?:re|er)s?|met(?:re|er)s?|m|in|inches|cm|lb|kg|acres?|ha|hectares?|°[CF]|K|mph|km\/h)[²³23]?\)/giu,
        '',
      )
      // Pronunciations, names in other languages, references to other pages.
      .replace(
        /\s*\((?:[^()]*(?:\/|:|;|\bsee\b|\blisten\b|\bpronounced\b|\babbreviated\b|\bcf\.|[^\p{Script=Latin}\p{N}\p{P}\s])[^()]*)\)/giu,
        '',
      )
      // A short aside is spoken between commas.
      .replace(/\s*\(([^()]{1,60})\)(?=[,.;:])/g, ', $1')
      .replace(/\s*\(([^()]{1,60})\)/g, ', $1,')
      .replace(/\s*\([^()]*\)/g, '')
      .replace(/\[[^\]]{0,40}\]/g, '')
      .replace(/,\s*,/g, ',')
      .replace(/\s+([,.;:!?])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/** Longest sentence that a scene holds. */
const maxSentence = 380;
const minSentence = 120;
const clauseStart = /;\s|\s–\s|,\s(?=(?:and|but|which|while|who|where|whereas|although|though|so)\s)/g;

/** Ends a sentence that is too long for a scene after the last clause that fits. */
function endWithinBreath(text: string): string {
  if (text.length <= maxSentence) return text;
  const cuts = [...text.matchAll(clauseStart)].map(({ index }) => index);
  const at = cuts.findLast((cut) => cut >= minSentence && cut < maxSentence);
  return at === undefined ? text : `${text.slice(0, at)}.`;
}

/** Longest sentence that is easily followed when spoken, in words. */
const maxSpokenWords = 18;
/** A clause that stands alone: it has its own subject, and a verb soon after it. */
const ownClause =
  /^(?:it|he|she|they|this|these|those|there|the|an?|his|her|its|their|some|many|most|both|\p{Lu}[\p{L}’'-]*)\b[^,]{0,60}?\b(?:is|are|was|were|has|have|had|can|could|may|might|will|would|must|did|does|do|became|began|\p{Ll}{3,}ed)\b/u;
const clauseJoint = /;\s+|,\s+(?:and|but|so|while|whereas)\s+/g;
/** A clause at the end that only adds to what is said. */
const addition = /,\s+(?:which|whose|including|such as)\s[^;]*(?=\.["”’)]*$)/u;
/** "Louis Agassiz, a naturalist from Switzerland, was": what describes the subject, before its verb. */
const apposition =
  /(?<=^(?!(?:In|On|At|By|From|After|Before|During|Since|When|While)\b)\p{Lu}[^,]{2,60}), (?:an?|the|one of|then|formerly|also known as) [^,;]{3,80}, (?=(?:is|are|was|were|has|had|became)\b)/u;
/** The same between two commas in any place: "the college, which was small, moved". */
const aside =
  /, (?:which|who|whose|where|including|such as|especially|particularly|according to|along with|together with|as well as|unlike|despite) [^,;]{3,80},(?= (?:is|are|was|were|has|had|became|can|will|may|\p{Ll}{3,}ed)\b)/u;
const finite =
  /\b(?:is|are|was|were|has|have|had|can|could|may|might|will|would|must|did|does|do|became|began|\p{Ll}{3,}(?:ed|s))\b/u;

/**
 * The sentences in which a long one is spoken: cut where a clause stands alone, then without an addition at its end;
 * empty if it stays too long.
 */
export function shortenForSpeech(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: joint } of text.matchAll(clauseJoint)) {
    const rest = text.slice(index + joint.length);
    const [first, second] = [text.slice(from, index), rest];
    if (countWords(text.slice(from)) <= maxSpokenWords) break;
    if (countWords(first) < minClauseWords || countWords(second) < minClauseWords || !ownClause.test(second))
      continue;
    parts.push(`${first}.`);
    from = index + joint.length;
  }
  parts.push(text.slice(from));
  const spoken = parts.map((part) => capitalise(shorten(part)));
  return spoken.every((part) => countWords(part) <= maxSpokenWords) ? spoken : [];
}

/** Leaves out what only adds, until it is short; what remains must still have a verb. */
function shorten(sentence: string): string {
  let text = sentence;
  for (const [what, by] of [
    [aside, ''],
    [apposition, ' '],
    [addition, ''],
  ] as const) {
    if (countWords(text) <= maxSpokenWords) break;
    const less = text.replace(what, by);
    if (finite.test(less) && countWords(less) >= minLeft && !/\bboth\b/.test(less)) text = less;
  }
  return text;
}

const minClauseWords = 4;
const minLeft = 5;

/** Asides within asides, as "(Polish: Warszawa (listen))", are removed from the inside. */
const withoutInnerAsides = (text: string): string => text.replace(/(?<=\([^()]*)\([^()]*\)(?=[^()]*\))/g, '');

/**
 * Some of these link only before a comma: in "In addition to the first", "So far" and "Later works" they are part of
 * the sentence.
 */
const linkWord =
  /^(?:(?:Moreover|Furthermore|In addition|Additionally|For example|For instance|Similarly|Likewise|Meanwhile|Instead|Conversely|On the other hand|In contrast|By contrast|As such|Indeed|In fact|Later|Afterwards?|So|However|Yet),\s+|(?:Thus|Therefore|Consequently|Hence|Nevertheless|Nonetheless|Finally|Then|But|And|Also),?\s+(?!(?:known|called|named|as|to|of)\b))/;

const pronoun =
  /^(?:He|She|It|They|This|These|That|Those|His|Her|Its|Their|Such|Both|Here|There|One|Another|The (?:former|latter|two|same)|(?:By|Since|Until) then|(?:After|Before|Despite|During|Because of|In part|In turn|In|At|On|By|With|From|To) (?:this|that|these|those|their|his|her|its|such))\b/;
/** "In 1081 he led an army": nobody is named before the pronoun. */
const pronounAfterTime =
  /^(?:In|On|At|By|From|After|Before|During|Since|When|While|Until|Although) (?:(?!(?:January|February|March|April|May|June|July|August|September|October|November|December)\b)[\p{Ll}\d][\p{L}\d'’-]*,?\s|(?:January|February|March|April|May|June|July|August|September|October|November|December),?\s){1,8}(?:he|she|they)\b/u;

/** "Technically, these are schools". */
const pronounAfterAdverb = /^\p{L}+ly, (?:he|she|it|they|this|that|these|those)\b/u;

/** Whether it starts with a word that refers to the previous sentence. */
export const refersBack = (text: string): boolean => {
  const bare = removeLinkWord(text);
  return pronoun.test(bare) || pronounAfterTime.test(bare) || pronounAfterAdverb.test(bare);
};

/** Removes the word that links it to a sentence which is left out. */
export const removeLinkWord = (text: string): string => capitalise(text.replace(linkWord, ''));
