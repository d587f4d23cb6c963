import type { Blocked } from './blocked.ts';
import { makerErrors } from './maker-errors.ts';
import { makerLogins } from './maker-logins.ts';
import { makerWalls } from './maker-walls.ts';
import { conceptsIn } from './wall-concepts.ts';
import type { Statements } from './wall-wording.ts';

interface MakerSentence extends Blocked {
  readonly sentence: string;
}

/** The wall or error page whose maker writes a sentence that this page shows; null if none does. */
export function makerPage({ headings, body }: Statements): Blocked | null {
  if (explanation.test(headings[0] ?? '') || conceptsIn(headings[0] ?? '')[0] === 'explain') return null;
  const text = [...headings, ...body]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.!?;:])/g, '');
  const found = makerSentences.find(({ sentence }) => shows(text, sentence));
  return found ? { kind: found.kind, by: found.by } : null;
}

/** The title of a page that explains what makers write. */
const explanation =
  /^(?:how|why|what|when|fix(?:ing)?|solv(?:ed|ing)|understanding|about|wie|warum|was|comment|pourquoi|qué|cómo|por qué|come (?:si|funziona|risolvere)|perché|hoe|waarom|как|почему|что)\b/i;

/** How far quotation marks may be from a sentence that they enclose. */
const quotedChars = 200;

/** A sentence in quotation marks is spoken of. */
function shows(text: string, sentence: string): boolean {
  const at = text.indexOf(sentence);
  if (at < 0 || /["“„«'「]\s?$/.test(text.slice(Math.max(0, at - 2), at))) return false;
  const before = text.slice(Math.max(0, at - quotedChars), at);
  const opened = (before.match(/"/g)?.length ?? 0) % 2 === 1 || /[“„«「][^”“»」]*$/.test(before);
  return !(opened && /["”“»」]/.test(text.slice(at, at + sentence.length + quotedChars)));
}

const makerSentences: readonly MakerSentence[] = Object.entries({
  ...makerWalls,
  login: makerLogins,
  error: makerErrors,
}).flatMap(([kind, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [maker = '', ...sentence] = line.trim().split(': ');
      return {
        kind: kind as Blocked['kind'],
        by: maker === '*' ? null : maker,
        sentence: sentence.join(': '),
      };
    }),
);
