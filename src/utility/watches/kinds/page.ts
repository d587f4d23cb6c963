import { createHash } from 'node:crypto';
import { SkillCall } from '../../catalogue/call.ts';
import { readUrl } from '../../catalogue/params.ts';
import type { Pages } from '../../pages/pages.ts';
import type { Reading, WatchKind } from './kind.ts';
import { plainLine, plainLines } from './noise.ts';

/** Kept of a page's text; of what is longer, a hash tells whether the rest changed. */
const keptChars = 16_000;
const shownChars = 1_000;
const quotedChars = 120;
const maxNoise = 200;

/** The readable text and title. What differs from one look to the next is noise, and remembered as such. */
export function pageKind({ pages }: { pages: Pages }): WatchKind {
  return {
    onChain: false,
    target: (sent) => {
      const url = readUrl(sent, 'target');
      url.hash = '';
      return url.href;
    },
    read: async ({ target }, signal) => {
      const page = await pages.open(new URL(target), new SkillCall({ signal, maxAgeS: 0 }));
      const { title, text, word_count } = await page.read('page-article', {});
      const rest = plainLines(text.slice(keptChars));
      return {
        title,
        text: text.slice(0, keptChars),
        word_count,
        rest: rest.length > 0 ? hashOf(rest.join('\n')) : null,
      };
    },
    differs: (current, seen, noise) => sentence(difference(current, seen, noise)),
    second: (current, first, seen, noise) => {
      const unstable = difference(first, seen, noise);
      const moving = [...unstable.added, ...unstable.removed];
      const after = difference(current, seen, [...noise, ...moving]);
      // What stood in the place of lines that still move was moving before.
      const moved = after.added.length === 0 && after.removed.length <= unstable.removed.length;
      const told = moved
        ? sentence({ added: [], removed: [], rest: after.rest && !unstable.rest })
        : sentence(after);
      const strays = told === undefined ? after.removed : [];
      return { change: told, noise: [...new Set([...noise, ...moving, ...strays])].slice(-maxNoise) };
    },
    shown: ({ title, text, word_count }: Reading) => ({
      title,
      text: text.length > shownChars ? `${text.slice(0, shownChars)}…` : text,
      word_count,
      hash: hashOf(plainLines(text).join('\n')),
    }),
  };
}

interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly rest: boolean;
}

function difference(before: Reading, after: Reading, noise: readonly string[]): Difference {
  const ignored = new Set(noise);
  const [old, now] = [linesOf(before), linesOf(after)];
  const [had, has] = [new Set(old), new Set(now)];
  return {
    added: now.filter((line) => !had.has(line) && !ignored.has(line)),
    removed: old.filter((line) => !has.has(line) && !ignored.has(line)),
    rest: before.rest !== after.rest,
  };
}

const linesOf = ({ title, text }: Reading): string[] => [
  `title: ${plainLine(title ?? '')}`,
  ...plainLines(text),
];

function sentence({ added, removed, rest }: Difference): string | undefined {
  const [gained] = added;
  const [lost] = removed;
  if (gained !== undefined) return `new on the page: ${quoted(gained)}`;
  if (lost !== undefined) return `gone from the page: ${quoted(lost)}`;
  return rest ? 'the text changed further down the page' : undefined;
}

const quoted = (line: string): string =>
  `"${line.length > quotedChars ? `${line.slice(0, quotedChars)}…` : line}"`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
