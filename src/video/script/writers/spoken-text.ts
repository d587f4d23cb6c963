import { capitalise, toOneLine } from '../text.ts';

/** A sentence of an article in spoken form: without asides that are only useful in print. */
export const toSpokenText = (text: string): string =>
  toOneLine(text)
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
    .trim();

const linkWord =
  /^(?:However|Moreover|Furthermore|In addition|Additionally|Also|For example|For instance|Similarly|Likewise|Thus|Therefore|Consequently|Hence|Nevertheless|Nonetheless|Meanwhile|Instead|Conversely|On the other hand|In contrast|By contrast|As such|Indeed|In fact|Finally|Then|Later|Afterwards?|But|And|Yet|So),?\s+/;

/** Whether it starts with a word that refers to the previous sentence. */
export const refersBack = (text: string): boolean =>
  /^(?:He|She|It|They|This|These|That|Those|His|Her|Its|Their|Such|Both|Here|There|One|Another|(?:After|Before|Despite|During|Because of|In part|In turn|By) (?:this|that|these|those))\b/.test(
    text.replace(linkWord, ''),
  );

/** Removes the word that links it to a sentence which is left out. */
export const removeLinkWord = (text: string): string => capitalise(text.replace(linkWord, ''));
