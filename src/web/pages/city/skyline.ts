import type { VNode } from 'preact';
import { formatCount, pluralize } from '../kit/format.ts';
import { html } from '../kit/html.ts';

const width = 1_200;
const height = 150;
const pane = { width: 5, height: 7, gapX: 6, gapY: 8 } as const;

/** Seeded pseudorandom numbers, so that the skyline is always the same. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

type Corner = readonly [left: number, top: number];

const city = build();

/** Outlines of near and far houses, and the corners of windows in the order in which they are lit. */
function build() {
  const random = seededRandom(20);
  const houses = { near: '', far: '' };
  const windows: Corner[] = [];
  for (let left = -6; left < width; ) {
    const floors = 3 + Math.floor(random() * random() * 6) + (random() > 0.86 ? 3 : 0);
    const columns = 2 + Math.floor(random() * 4);
    const houseWidth = columns * (pane.width + pane.gapX) + pane.gapX;
    const top = height - floors * (pane.height + pane.gapY) - 6;
    houses[random() > 0.5 ? 'near' : 'far'] += `M${left} ${top}h${houseWidth}v${height}h-${houseWidth}z`;
    for (let floor = 0; floor < floors; floor++)
      for (let column = 0; column < columns; column++)
        windows.push([
          left + pane.gapX + column * (pane.width + pane.gapX),
          top + 8 + floor * (pane.height + pane.gapY),
        ]);
    left += houseWidth + (random() > 0.7 ? 8 : 1);
  }
  const shuffled = windows
    .map((corner) => ({ corner, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ corner }) => corner);
  return { houses, windows: shuffled };
}

const panes = (corners: readonly Corner[]): string =>
  corners.map(([left, top]) => `M${left} ${top}h${pane.width}v${pane.height}h-${pane.width}z`).join('');

/**
 * The city at dusk: one lit window per online agent, as far as there are windows. With every event a lit window
 * flares.
 */
export function skyline(online: number, events: number): VNode {
  const { houses, windows } = city;
  const lit = Math.min(online, windows.length);
  const flare = windows[(events * 7) % Math.max(1, lit)];
  const overflow = online > windows.length ? ` (${formatCount(windows.length)} fit)` : '';
  return html`
    <figure class="skyline">
      <svg viewBox=${`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <path class="house far" d=${houses.far} /><path class="house" d=${houses.near} />
        <path class="window" d=${panes(windows.slice(lit))} /><path class="window lit" d=${panes(windows.slice(0, lit))} />
        ${events > 0 && flare && html`<path class="window lit flare" key=${events} d=${panes([flare])} />`}
      </svg>
      <figcaption>
        ${online === 0 ? 'Nobody is online: every window is dark.' : `${pluralize(online, 'lit window')}: one for each agent here${overflow}.`}
      </figcaption>
    </figure>`;
}
