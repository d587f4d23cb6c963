import { createHash } from 'node:crypto';
import { SkillCall } from '../../catalogue/call.ts';
import { unreadableTarget } from '../../catalogue/errors.ts';
import { readUrl } from '../../catalogue/params.ts';
import { countReading } from '../../pages/article/block-text.ts';
import type { Page, Pages } from '../../pages/pages.ts';
import { type ConditionReading, conditionIn } from './condition.ts';
import { isCounting, learnCounters, type NumberCounter, templatesOf } from './counters.ts';
import type { Noise, WatchKind, WatchOptions } from './kind.ts';

/** Text that changes without an edit; masked before two checks are compared. */
const masks: readonly [RegExp, string][] = [
  // ISO 8601 and similar, with a time of day.
  [
    /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?/g,
    '⟨time⟩',
  ],
  // A date in words or digits, then a time of day.
  [
    /\b(?:[A-Z][a-z]{2,8},?\s+)?(?:\d{1,2}\.?\s+[A-Z][a-z]{2,8}\.?|[A-Z][a-z]{2,8}\.?\s+\d{1,2}),?\s+\d{4},?\s+(?:at\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?(?:\s*(?:UTC|GMT|[A-Z]{2,4}T))?/g,
    '⟨time⟩',
  ],
  [/\b\d{1,2}[./]\d{1,2}[./]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?/gi, '⟨time⟩'],
  // A time of day to the second.
  [/\b\d{1,2}:\d{2}:\d{2}(?:\.\d+)?(?:\s*[ap]m)?(?:\s*(?:UTC|GMT))?/gi, '⟨time⟩'],
  // "updated 3 November 2026", "generated in 12 ms", "5 minutes ago".
  [
    /\b((?:last\s+)?(?:updated|modified|refreshed|generated|rendered|served|retrieved|as of)\b[^.\n]{0,20}?)\s[^.\n]{0,60}\d[^.\n]{0,40}/gi,
    '$1 ⟨time⟩',
  ],
  [/\b(?:an?|\d+)\s+(?:second|sec|minute|min|hour|hr|day|week|month|year)s?\s+ago\b/gi, '⟨time⟩'],
  [/\bjust now\b/gi, '⟨time⟩'],
  // "Stand: 04.03.2028", "mis à jour le 4 mars 2028": a date that says how fresh the page is.
  [
    /(?<!\p{L})(stand|aktualisiert|mis(?:e)? à jour|actualizado|aggiornato|bijgewerkt|atualizado)(?!\p{L})[^.\n\d]{0,20}\d{1,4}(?:[./-]\d{1,2}[./-]\d{1,4}|\.?\s+\p{L}{3,12}\.?\s+\d{4})/giu,
    '$1 ⟨time⟩',
  ],
  // A line that consists only of a date.
  [
    /^(?:\p{L}{2,12},?\s+)?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.?\s+\p{L}{3,12}\.?,?\s+\d{4}|\p{L}{3,12}\.?\s+\d{1,2},?\s+\d{4})$/gu,
    '⟨date⟩',
  ],
  // Seconds and milliseconds since 1970, for current dates.
  [/\b1[5-9]\d{8}(?:\d{3})?\b/g, '⟨time⟩'],
  // UUIDs, hashes, and tokens that mix letters and digits.
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '⟨token⟩'],
  [/(?<![\w+/-])(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])[\w+/-]{16,}={0,2}(?![\w+/-])/gi, '⟨token⟩'],
];

const maxLineLength = 2_000;

/** A line in the form used for comparison. */
function plainLine(line: string): string {
  let text = line.slice(0, maxLineLength).normalize('NFKC');
  for (const [mask, name] of masks) text = text.replaceAll(mask, name);
  return text.replaceAll(/\s+/g, ' ').trim();
}

function plainLines(text: string): string[] {
  return text.split('\n').map(plainLine).filter(Boolean);
}

/** Stored prefix of a page's text; a hash shows whether the rest changed. */
const storedChars = 16_000;
const presentedChars = 1_000;
const quotedChars = 120;

type PageReading = {
  readonly title: string | null;
  /** The og: tags, a line each; empty with a selector. */
  readonly card: readonly string[];
  readonly text: string;
  readonly word_count: number;
  /** The page is empty without scripts. */
  readonly rendered_only?: boolean;
  /** Hash of the text beyond what is stored. */
  readonly rest: string | null;
  /** Absent from readings of earlier versions. */
  readonly rest_line?: string | null;
  readonly condition?: ConditionReading;
};

/** What a visitor sees of a page, its title and its text, and what previews of it show. */
export function pageKind({ pages }: { pages: Pages }): WatchKind<PageReading> {
  return {
    onChain: false,
    target: (sent) => {
      const url = readUrl(sent, 'target');
      url.hash = '';
      return url.href;
    },
    read: async ({ target, options }, signal) => {
      const page = await pages.open(new URL(target), new SkillCall({ signal, maxAgeS: 0 }));
      const { title, card, text, word_count } = await extractText(page, options);
      const rest = plainLines(text.slice(storedChars));
      return {
        title,
        card,
        text: text.slice(0, storedChars),
        word_count,
        ...(page.access === 'rendered_only' && { rendered_only: true }),
        rest: rest.length > 0 ? hashOf(rest.join('\n')) : null,
        rest_line: rest.length > 0 ? hashedLine(rest.join('\n')) : null,
        ...(options.condition && {
          condition: conditionIn(text, options.condition, options.selector === undefined ? title : null),
        }),
      };
    },
    differs: (current, seen, noise) =>
      seen.condition ? conditionFired(current, seen) : summarize(computeDifference(current, seen, noise)),
    confirm: (current, first, seen, noise) =>
      seen.condition
        ? first.condition?.met
          ? conditionFired(current, seen)
          : undefined
        : summarize(agreedDifference(current, first, seen, noise)),
    reason: (_before, after, summary) => {
      if (after.condition) return 'condition';
      if (summary.startsWith(titleWords)) return 'title';
      return summary.startsWith(cardWords) ? 'card' : 'text';
    },
    learn: (current, seen, noise) =>
      learnCounters(countersIn(noise), toCountedLines(current), toCountedLines(seen)),
    // Keeps the last reported text, so that a line which stops fluctuating is seen to differ from it.
    settle: (current, seen) =>
      seen.condition
        ? seen
        : {
            ...seen,
            title: current.title,
            card: current.card,
            text: current.text,
            rest: current.rest,
            rest_line: current.rest_line ?? seen.rest_line,
          },
    present: ({ title, card, text, word_count, rendered_only, condition }) => ({
      title,
      card,
      text: text.length > presentedChars ? `${text.slice(0, presentedChars)}…` : text,
      word_count,
      ...(rendered_only && { rendered_only }),
      ...(condition && { condition }),
      hash: hashOf(plainLines(text).join('\n')),
    }),
  };
}

const frameOfSite = 'nav, footer, aside, form, [role=navigation], [role=contentinfo]';

/** The visible text of the page without the frame of its site; with a selector, that of the selected parts. */
async function extractText(page: Page, { selector, ignore = [] }: WatchOptions) {
  const { title, card, text, matched } = await page.read('page-text', {
    selector: selector ?? null,
    ignore: selector === undefined ? [frameOfSite, ...ignore] : ignore,
  });
  if (selector !== undefined && matched === 0) {
    throw unreadableTarget(
      `nothing on the page matches the selector ${selector}`,
      'Send a CSS selector that matches the page before its scripts run.',
    );
  }
  return { title, card: selector === undefined ? card : [], text, word_count: countReading(text).words };
}

/** A condition fires when it becomes true, and not again while it stays true. */
const conditionFired = (current: PageReading, seen: PageReading): string | undefined =>
  seen.condition?.met && !current.condition?.met ? seen.condition.says : undefined;

interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly rest: boolean;
}

const countersIn = (noise: Noise): NumberCounter[] => noise.filter((each) => typeof each !== 'string');

function computeDifference(before: PageReading, after: PageReading, noise: Noise): Difference {
  const counters = countersIn(noise);
  const [old, now] = [toLines(before), toLines(after)];
  const isNoise = (lines: string[]) => {
    const templates = templatesOf(lines);
    return (at: number) => isCounting(templates[at] ?? '', counters);
  };
  const [had, has] = [new Set(old), new Set(now)];
  const [wasNoise, nowNoise] = [isNoise(old), isNoise(now)];
  const rest = typeof after.rest_line === 'string' ? templatesOf([after.rest_line]) : [];
  return {
    added: now.filter((line, at) => !had.has(line) && !nowNoise(at)),
    removed: old.filter((line, at) => !has.has(line) && !wasNoise(at)),
    rest: before.rest !== after.rest && !rest.some((template) => isCounting(template, counters)),
  };
}

/**
 * The difference that both checks agree on. Lines that differ between the two are still changing, and so are as many of the lines
 * they replaced; none of this is stored, so a page in transition is compared again next time.
 */
function agreedDifference(
  current: PageReading,
  first: PageReading,
  seen: PageReading,
  noise: Noise,
): Difference {
  const moving = computeDifference(first, seen, noise);
  const stillMoving = new Set(moving.added);
  const change = computeDifference(current, seen, noise);
  const added = change.added.filter((line) => !stillMoving.has(line));
  const wasGone = new Set(computeDifference(current, first, noise).removed);
  const removed = change.removed.filter((line) => wasGone.has(line));
  const replaced = added.length === 0 && removed.length <= moving.added.length;
  return { added, removed: replaced ? [] : removed, rest: change.rest && !moving.rest };
}

const titleMark = 'title: ';
const titleWords = 'the title is ';
const cardMark = 'card: ';
const cardWords = 'the preview is now ';

const toLines = ({ title, card, text }: PageReading): string[] => [
  `${titleMark}${plainLine(title ?? '')}`,
  ...card.map((each) => `${cardMark}${plainLine(each)}`),
  ...plainLines(text),
];

/** The text beyond what is stored counts as one line, so that its numbers are learned as noise too. */
const toCountedLines = (reading: PageReading): string[] => [
  ...toLines(reading),
  ...(typeof reading.rest_line === 'string' ? [reading.rest_line] : []),
];

/** One line that represents a long text: letters for its words and digits for its numbers. */
function hashedLine(text: string): string {
  const words = hashOf(text.replaceAll(/\d+/g, '#')).replaceAll(/\d/g, (digit) =>
    'ghijklmnop'.charAt(+digit),
  );
  const numbers = BigInt(`0x${hashOf((text.match(/\d+/g) ?? []).join(' '))}`);
  return `further down: ${words} ${numbers}`;
}

const isTitle = (line: string): boolean => line.startsWith(titleMark);
const isCard = (line: string): boolean => line.startsWith(cardMark);
const isText = (line: string): boolean => !isTitle(line) && !isCard(line);

function summarize({ added, removed, rest }: Difference): string | undefined {
  const title = added.find(isTitle)?.slice(titleMark.length);
  const card = added.find(isCard)?.slice(cardMark.length);
  const lostCard = removed.find(isCard)?.slice(cardMark.length);
  const gained = added.find(isText);
  const lost = removed.find(isText);
  const parts = [
    title !== undefined && `${titleWords}${title === '' ? 'gone' : `now ${quoteLine(title)}`}`,
    card !== undefined && `${cardWords}${quoteLine(card)}`,
    card === undefined && lostCard !== undefined && `${cardWords}without ${quoteLine(lostCard)}`,
    gained !== undefined && `new on the page: ${quoteLine(gained)}`,
    gained === undefined && lost !== undefined && `gone from the page: ${quoteLine(lost)}`,
    rest && gained === undefined && lost === undefined && 'the text changed further down the page',
  ].filter((each) => each !== false);
  return parts.length > 0 ? parts.join('; ') : undefined;
}

const quoteLine = (line: string): string =>
  `"${line.length > quotedChars ? `${line.slice(0, quotedChars)}…` : line}"`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
