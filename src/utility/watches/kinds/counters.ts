/**
 * Lines that differ only in their numbers from check to check (views, dates, prices of a ticker). Such a line becomes
 * noise when its numbers change at most checks, and stops being noise when they stay: a change that lasts is reported.
 */
export interface Counter {
  /** The line with its numbers masked. */
  readonly template: string;
  readonly numbers: string;
  readonly score: number;
}

/** A template with this score or more is noise. */
const noiseScore = 2;
const maxScore = 4;
const changed = 1;
const unchanged = -0.25;
const maxCounters = 200;

const toTemplate = (line: string): string => line.replaceAll(/\d+(?:[.,:\s\u00a0]\d+)*/g, '#');
const extractNumbers = (line: string): string => (line.match(/\d+/g) ?? []).join(' ');

export function isCounting(line: string, counters: readonly Counter[]): boolean {
  const template = toTemplate(line);
  return counters.some((counter) => counter.template === template && counter.score >= noiseScore);
}

/** Updates the counters after another check; `before` are the lines last reported. */
export function learnCounters(
  counters: readonly Counter[],
  before: readonly string[],
  seen: readonly string[],
): Counter[] {
  const lines = new Map(seen.map((line) => [toTemplate(line), extractNumbers(line)]));
  const known = counters
    .map((counter): Counter => {
      const numbers = lines.get(counter.template) ?? counter.numbers;
      const step = numbers === counter.numbers ? unchanged : changed;
      return { ...counter, numbers, score: Math.min(counter.score + step, maxScore) };
    })
    .filter(({ score }) => score > 0);
  const templates = new Set(known.map(({ template }) => template));
  const fresh = before
    .map((line) => [toTemplate(line), extractNumbers(line)] as const)
    .filter(([template, numbers]) => {
      const now = lines.get(template);
      return template.includes('#') && now !== undefined && now !== numbers && !templates.has(template);
    })
    .map(([template]): Counter => ({ template, numbers: lines.get(template) ?? '', score: changed }));
  return [...known, ...fresh].slice(-maxCounters);
}
