import { barChart, timeChart } from '../../kit/charts.ts';
import { emptyState } from '../../kit/elements.ts';
import { dayMs, formatCount } from '../../kit/format.ts';
import { type Child, html } from '../../kit/html.ts';
import { time } from '../../kit/time.ts';
import type { Stats } from '../responses.ts';

type SupplyDay = Stats['supply'][number];

const barDays = 7;
const sum = (amounts: Readonly<Record<string, number>>): number =>
  Object.values(amounts).reduce((total, amount) => total + amount, 0);

/** AP in circulation per day, and what the latest days minted and burned. Days come newest first. */
export function supplyChart({ supply, at }: Pick<Stats, 'supply' | 'at'>): Child {
  const [newest] = supply;
  if (!newest) return emptyState('No AP has been minted yet.');
  return html`
    <p>${formatCount(newest.in_circulation)} AP in circulation on ${newest.day}, <span class="soft">counted ${time(at)}</span>.</p>
    <div class="charts">
      ${timeChart({ label: 'AP in circulation per day', points: perDay(supply), unit: 'AP', days: true })}
      ${barChart({
        label: 'AP minted and burned per day',
        series: ['minted', 'burned'],
        rows: supply.slice(0, barDays).map(({ day, minted, burned }) => ({
          name: day,
          values: [sum(minted), sum(burned)],
          note: Object.entries(minted)
            .map(([source, ap]) => `${source} ${formatCount(ap)}`)
            .join(', '),
        })),
        unit: 'AP',
        format: formatCount,
      })}
    </div>`;
}

/** Supply at the end of each day, starting before the oldest one; unchanged on days without entries. */
function perDay(days: readonly SupplyDay[]): { at: string; value: number }[] {
  const points: { at: string; value: number }[] = [];
  const oldest = days.at(-1);
  if (oldest) {
    const at = new Date(Date.parse(oldest.day) - dayMs).toISOString();
    points.push({ at, value: oldest.in_circulation - sum(oldest.minted) + sum(oldest.burned) });
  }
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
