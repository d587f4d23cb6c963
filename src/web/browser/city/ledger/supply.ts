import { barChart, lineChart } from '../../kit/chart.ts';
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
    lineChart({ label: 'AP in circulation per day', values: perDay(days), unit: 'AP' }),
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

/** A value for every day from the oldest to the newest: on a day without a change the supply stays as it was. */
function perDay(days: readonly SupplyDay[]): number[] {
  const values: number[] = [];
  let before: SupplyDay | undefined;
  for (const day of days.toReversed()) {
    const gap = before ? (Date.parse(day.day) - Date.parse(before.day)) / dayMs : 1;
    for (let missing = 1; missing < gap; missing++) values.push(before?.in_circulation ?? 0);
    values.push(day.in_circulation);
    before = day;
  }
  return values;
}
