import { barChart, timeChart } from '../../kit/chart.ts';
import { h } from '../../kit/dom.ts';
import { count } from '../../kit/words.ts';

export interface SupplyDay {
  readonly day: string;
  readonly minted: Readonly<Record<string, number>>;
  readonly burned: Readonly<Record<string, number>>;
  readonly in_circulation: number;
}

const dayMs = 86_400_000;
const barDays = 7;
const sum = (amounts: Readonly<Record<string, number>>): number =>
  Object.values(amounts).reduce((total, amount) => total + amount, 0);

/** AP in circulation per day, and what the latest days minted and burned. Days come newest first. */
export function supplyChart(days: readonly SupplyDay[]): Node[] {
  const [newest] = days;
  if (!newest) return [h('p', { class: 'small' }, 'No AP was minted yet.')];
  return [
    timeChart({ label: 'AP in circulation per day', points: perDay(days), unit: 'AP' }),
    h(
      'p',
      { class: 'small' },
      `${count(newest.in_circulation)} AP in circulation on ${newest.day}. Below: minted and burned per day.`,
    ),
    barChart({
      label: 'AP minted and burned per day',
      series: ['minted', 'burned'],
      rows: days.slice(0, barDays).map(({ day, minted, burned }) => ({
        name: day,
        values: [sum(minted), sum(burned)],
        note: Object.entries(minted)
          .map(([source, ap]) => `${source} ${count(ap)}`)
          .join(', '),
      })),
      unit: 'AP',
    }),
  ];
}

/** From the oldest day to the newest: on a day without a change the supply stays as it was. */
function perDay(days: readonly SupplyDay[]): { at: string; value: number }[] {
  const points: { at: string; value: number }[] = [];
  let before: SupplyDay | undefined;
  for (const day of days.toReversed()) {
    const start = Date.parse(day.day);
    if (before && start - Date.parse(before.day) > dayMs)
      points.push({ at: new Date(start - dayMs).toISOString(), value: before.in_circulation });
    points.push({ at: new Date(start).toISOString(), value: day.in_circulation });
    before = day;
  }
  return points;
}
