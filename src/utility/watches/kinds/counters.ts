/**
 * Lines that differ only in their numbers from check to check (views, dates, prices of a ticker). Such a line becomes
 * noise when its numbers change at most checks, and stops being noise when they stay: a change that lasts is reported.
 */
export interface NumberCounter {
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

/**
 * The templates of lines, in order. Lines with the same template are numbered, because otherwise one counter would hide the
 * changes of all of them.
 */
export function templatesOf(lines: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const template = toTemplate(line);
    const place = (seen.get(template) ?? 0) + 1;
    seen.set(template, place);
    return place === 1 ? template : `${template} ⟨${place}⟩`;
  });
}

export const isCounting = (template: string, counters: readonly NumberCounter[]): boolean =>
  counters.some((counter) => counter.template === template && counter.score >= noiseScore);

/** Updates the counters after another check; `before` are the lines last reported. */
export function learnCounters(
  counters: readonly NumberCounter[],
  before: readonly string[],
  seen: readonly string[],
): NumberCounter[] {
  const templates = templatesOf(seen);
  const lines = new Map(seen.map((line, at) => [templates[at] ?? '', extractNumbers(line)]));
  const known = counters
    .map((counter): NumberCounter => {
      const numbers = lines.get(counter.template) ?? counter.numbers;
      const step = numbers === counter.numbers ? unchanged : changed;
      return { ...counter, numbers, score: Math.min(counter.score + step, maxScore) };
    })
    .filter(({ score }) => score > 0);
  const old = new Set(known.map(({ template }) => template));
  const templatesBefore = templatesOf(before);
  const fresh = before.flatMap((line, at): NumberCounter[] => {
    const template = templatesBefore[at] ?? '';
    const numbers = lines.get(template);
    const isNew = template.includes('#') && !old.has(template);
    return isNew && numbers !== undefined && numbers !== extractNumbers(line)
      ? [{ template, numbers, score: changed }]
      : [];
  });
  return [...known, ...fresh].slice(-maxCounters);
}
