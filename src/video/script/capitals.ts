import { parseQuestion, type Question } from './question.ts';
import { isFunctionWord } from './words.ts';

/** By how much a spelling with a capital letter must be more frequent than that without. */
const minRatio = 4;

/** "When was harvard founded": names get the capital letters that the articles give them within sentences. */
export function withCapitals(
  question: Question,
  articles: readonly { readonly title: string; readonly paragraphs: readonly string[] }[],
): Question {
  const { text } = question;
  // Who writes some names with a capital letter means the other words without.
  if (/(?<!^)\p{Lu}/u.test(text)) return question;
  const counts = countSpellings(text, articles);
  const written = text.replace(/\p{L}[\p{L}\p{N}]{2,}/gu, (word) => {
    const spellings = counts.get(word.toLowerCase());
    const [best] = [...(spellings ?? [])].sort(([, a], [, b]) => b - a);
    const plain = spellings?.get(word.toLowerCase()) ?? 0;
    return best && best[0] !== best[0].toLowerCase() && best[1] >= plain * minRatio ? best[0] : word;
  });
  return written === text ? question : parseQuestion(written);
}

/** How often each spelling of the question's words occurs, without the first word of a sentence. */
function countSpellings(
  text: string,
  articles: readonly { readonly title: string; readonly paragraphs: readonly string[] }[],
): Map<string, Map<string, number>> {
  const wanted = new Set(
    text
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}]{2,}/gu)
      ?.filter((word) => !isFunctionWord(word)),
  );
  const counts = new Map<string, Map<string, number>>();
  for (const { title, paragraphs } of articles)
    for (const paragraph of [`– ${title}`, ...paragraphs])
      for (const [word] of paragraph.matchAll(/(?<=[^\s.!?:"“]["”’)]?\s+\(?)\p{L}[\p{L}\p{N}]{2,}/gu)) {
        const key = word.toLowerCase();
        if (!wanted.has(key)) continue;
        const spellings = counts.get(key) ?? new Map<string, number>();
        counts.set(key, spellings.set(word, (spellings.get(word) ?? 0) + 1));
      }
  return counts;
}
