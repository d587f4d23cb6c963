import { hourMs, minuteMs } from './duration.ts';

/** Upper end of an axis: 1, 2 or 5 times a power of ten, at least the given value. */
function axisTop(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value) ?? value;
}

/** Three axis marks that span zero and all values, lowest first. */
export function axisMarks(lowest: number, highest: number): readonly [number, number, number] {
  if (lowest >= 0) return [0, axisTop(highest) / 2, axisTop(highest)];
  const bottom = -axisTop(-lowest);
  return highest > 0 ? [bottom, 0, axisTop(highest)] : [bottom, bottom / 2, 0];
}

export function axisText(value: number): string {
  const size = Math.abs(value);
  const text =
    size >= 1_000
      ? `${(size / 1_000).toFixed(size % 1_000 === 0 ? 0 : 1)}k`
      : String(size >= 100 ? Math.round(size) : Number(size.toPrecision(2)));
  return value < 0 ? `−${text}` : text;
}

const steps = [
  ...[5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
];
const maxTicks = 6;

/** Round times of day between two times, in the reader's time zone. */
export function clockTicks(first: number, last: number, zoneMs = zoneOffsetMs(first)): number[] {
  const step = steps.find((each) => (last - first) / each < maxTicks) ?? 12 * hourMs;
  const ticks: number[] = [];
  for (let tick = Math.ceil((first + zoneMs) / step) * step - zoneMs; tick <= last; tick += step)
    ticks.push(tick);
  return ticks;
}

const zoneOffsetMs = (time: number): number => -new Date(time).getTimezoneOffset() * minuteMs;
