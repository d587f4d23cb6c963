import { toOneLine } from '../text.ts';

/** Requests around a topic, which say nothing about it. */
const lead =
  /^(?:(?:please|hey|hi|ok|okay)[,\s]+)*(?:(?:can|could|would) you )?(?:(?:please )?(?:tell (?:me|us)(?: (?:(?:more|something|a bit|a little) )?about)?|explain(?: to me)?(?:,? (?:like|as if) i(?:'?m| am) (?:five|5))?|eli5|describe|teach me(?: about)?|show me|give me|make (?:me )?(?:a )?(?:short )?(?:video|film)(?: (?:about|on|of))?|(?:a )?(?:short )?(?:video|film|explainer) (?:about|on|of)|i (?:want|would like) to (?:know|learn)(?: about)?|introduction to|all about|everything about)[:,\s]+)+/i;
const tail =
  /[\s,;:(–—-]+(?:(?:please )?explain(?:ed)?(?: (?:it|this))?(?: simply| briefly| for (?:kids|children|beginners|dummies)| (?:like|as if) i(?:'?m| am) (?:five|5)| in \w+ (?:seconds?|minutes?))?|(?:like|as if) i(?:'?m| am) (?:five|5)|eli5|in (?:simple|plain|easy) (?:terms|words|english)|for dummies|please|thanks?(?: you)?)\)?(?=[\s?!.]*$)/i;

const questionWord =
  '(?:how|why|when|where|who|whom|whose|what|which|is|are|was|were|do|does|did|can|could|will)';
const word = "\\p{L}[\\p{L}\\p{N}'’-]*";
/** "The steam engine: who improved it", "#coffee why does it keep you awake". */
const namedFirst = new RegExp(
  `^(#?)(${word}(?:\\s${word}){0,4}?)(\\s*[:;,–—-]\\s+|\\s+)(${questionWord}\\b.*)$`,
  'iu',
);
const pronoun = /\b(?:it|its|they|them|their|he|him|his|she|her)\b/i;
const possessive = /^(?:its|their|his)$/i;

/**
 * The topic worded as a question: without polite phrases and hashtags, and with the subject named first in place of
 * the pronoun.
 */
export function wordTopic(topic: string): string {
  const text = toOneLine(topic);
  const tagged = text.replace(/(?<=\S)(?:\s+#[\p{L}\p{N}_]+)+$/u, '');
  const asked = replacePronoun(tagged.replace(tail, '').replace(lead, '').trim());
  const bare = asked.replace(/(?<=^|\s)#(?=[\p{L}\p{N}])([\p{L}\p{N}_]+)/gu, (_, tag: string) =>
    tag.replaceAll('_', ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '),
  );
  return bare.trim() || text;
}

/** "Coffee: why does it keep you awake" asks why coffee keeps you awake. */
function replacePronoun(text: string): string {
  const [, hash, named = '', between = '', question = ''] = namedFirst.exec(text) ?? [];
  const isApart = hash === '#' || /\S/.test(between);
  if (!isApart || !pronoun.test(question)) return text;
  // "What is gravity: how does it work" has a question on both sides.
  if (new RegExp(`^${questionWord}\\b`, 'i').test(named)) return text;
  const thing = named.trim();
  return question.replace(pronoun, (word) => (possessive.test(word) ? `${thing}'s` : thing));
}
