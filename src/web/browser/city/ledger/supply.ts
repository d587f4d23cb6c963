import { call } from '../../kit/api.ts';
import { barChart } from '../../kit/bar-chart.ts';
import { fill, h } from '../../kit/dom.ts';
import { dayMs } from '../../kit/duration.ts';
import { formatCount } from '../../kit/format.ts';
import { timeChart } from '../../kit/time-chart.ts';

interface SupplyDay {
  readonly day: string;
  readonly minted: Readonly<Record<string, number>>;
  readonly burned: Readonly<Record<string, number>>;
  readonly in_circulation: number;
}

const barDays = 7;
const sum = (amounts: Readonly<Record<string, number>>): number =>
  Object.values(amounts).reduce((total, amount) => total + amount, 0);

/** Retry delay while the totals are older than the newest entry. */
const retryMs = 2_000;
/** Totals include an entry if they are this much newer: it is sealed and counted by then. */
const sealDelayMs = 2_000;

/** The supply chart. The city recounts its totals every fifteen seconds, so the chart has to catch up. */
export class Supply {
  readonly element = h('div');
  readonly #signal: AbortSignal;
  #countedAt = 0;
  #newestAt = 0;
  #drawn = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  async load(): Promise<void> {
    const { at, supply } = await call<{ at: string; supply: SupplyDay[] }>('/api/stats', {
      signal: this.#signal,
    });
    this.#countedAt = Date.parse(at);
    const text = JSON.stringify(supply);
    if (text === this.#drawn) return;
    this.#drawn = text;
    fill(this.element, supplyChart(supply));
  }

  /** Reloads the totals until they include an entry of this time. */
  catchUp(entryAt: string): void {
    this.#newestAt = Math.max(this.#newestAt, Date.parse(entryAt));
    if (this.#timer !== undefined || this.#countedAt >= this.#newestAt + sealDelayMs) return;
    this.#timer = setTimeout(() => void this.#retry(entryAt), retryMs);
  }

  async #retry(entryAt: string): Promise<void> {
    await this.load().catch(() => {});
    this.#timer = undefined;
    if (!this.#signal.aborted) this.catchUp(entryAt);
  }
}

/** AP in circulation per day, and what the latest days minted and burned. Days come newest first. */
function supplyChart(days: readonly SupplyDay[]): Node[] {
  const [newest] = days;
  if (!newest) return [h('p', { class: 'small' }, 'No AP has been minted yet.')];
  return [
    h('p', {}, `${formatCount(newest.in_circulation)} AP in circulation on ${newest.day}.`),
    h(
      'div',
      { class: 'charts' },
      timeChart({
        label: 'AP in circulation per day',
        points: perDay(days),
        unit: 'AP',
        days: true,
        takes: 'half',
      }),
      barChart({
        label: 'AP minted and burned per day',
        series: ['minted', 'burned'],
        rows: days.slice(0, barDays).map(({ day, minted, burned }) => ({
          name: day,
          values: [sum(minted), sum(burned)],
          note: Object.entries(minted)
            .map(([source, ap]) => `${source} ${formatCount(ap)}`)
            .join(', '),
        })),
        unit: 'AP',
        half: true,
        format: formatCount,
      }),
    ),
  ];
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
