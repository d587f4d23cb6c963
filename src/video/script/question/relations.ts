/** A relation that is asked for with stop words ("made of"), and the words of a sentence that states it. */
interface Relation {
  readonly asked: RegExp;
  readonly given: RegExp;
}

const relations: readonly Relation[] = [
  {
    asked:
      /\b(?:made|built) (?:up |out )?(?:of|from)\b|\b(?:consists?|composed) of\b|\bwhat does .+ contain\b/i,
    given:
      /\b(?:made|built|formed) (?:up |out )?(?:of|from)\b|\b(?:consists?|composed) of\b|\bcontains?\b|\b(?:mixture|mostly|body|ball|bands?|clouds?|disc|mass|drink|layers?|sheets?|drops|droplets|crystals?|organs?|grains?|pieces) of\b/i,
  },
  {
    asked: /\b(?:used|use|useful|good) for\b|\bhow (?:is|are|was|were) .+ used\b/i,
    given: /\bus(?:es?|ed|ing|eful)\b|\bserves?\b/i,
  },
  {
    asked: /\blooks? like\b/i,
    given: /\blooks? like\b|\bshaped?\b|\bresembles?\b/i,
  },
  {
    asked:
      /\bhow (?:is|are|was|were|do (?:you|they|we|people)) .*\b(?:made?|make|built|manufactured|produced)\b/i,
    given:
      /^how\b.*\b(?:made|make|built|build|produced?|form(?:ed)?)\b|\b(?:made|built|produced|manufactured|formed) (?:\w+ly )?(?:by|from|with|of|out of|using|when)\b/i,
  },
];

/** The relation that a question asks about its subject, if its content words do not express it. */
export const relationOf = ({ text }: { readonly text: string }): Relation | undefined =>
  relations.find(({ asked }) => asked.test(text));

const standsFor =
  /\b(?:what (?:does|do|did) )(.+?) (?:stand|stands|stood) for\b|\b(.+?) (?:is|are) short for\b/i;

/** The initials whose words are asked for: "What does GDP stand for?" */
export function initialsAsked({ text }: { readonly text: string }): string | undefined {
  const found = standsFor.exec(text);
  const initials = (found?.[1] ?? found?.[2])?.replace(/^(?:the|an?) /i, '').replaceAll('.', '');
  return initials !== undefined && /^\p{L}{2,8}$/u.test(initials) ? initials.toLowerCase() : undefined;
}

/** Whether a text gives the words of initials. */
export const givesWordsOf = (initials: string, text: string): boolean =>
  hasWordsOf(initials, text) || /\b(?:stands|short|abbreviation) for\b/i.test(text);

/** Words that initials may or may not include. */
const small = /^(?:of|the|and|for|in|on|to|a|an)$/i;

/** Whether a text has words with these initials, one after the other. */
function hasWordsOf(initials: string, text: string): boolean {
  const words = text.match(/\p{L}+/gu) ?? [];
  return words.some((_, start) => {
    let at = 0;
    for (const word of words.slice(start)) {
      if (word.toLowerCase() === initials) return false;
      if (word.toLowerCase().startsWith(initials[at] ?? '')) at++;
      else if (!small.test(word) || at === 0) return false;
      if (at === initials.length) return true;
    }
    return false;
  });
}
