import { h, svg } from '../kit/dom.ts';
import { formatCount, pluralize } from '../kit/format.ts';

const width = 1_200;
const height = 150;
const pane = { width: 5, height: 7, gapX: 6, gapY: 8 } as const;
const flareMs = 1_800;

/** Seeded pseudorandom numbers, so that the skyline is always the same. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** The city at dusk: one lit window per online agent, and a flare when something happens. */
export class Skyline {
  readonly element: HTMLElement;
  readonly #windows: SVGRectElement[] = [];
  readonly #caption = h('figcaption');
  #lit = 0;

  constructor() {
    const random = seededRandom(20);
    const buildings: SVGElement[] = [];
    for (let left = -6; left < width; ) {
      const floors = 3 + Math.floor(random() * random() * 6) + (random() > 0.86 ? 3 : 0);
      const columns = 2 + Math.floor(random() * 4);
      const buildingWidth = columns * (pane.width + pane.gapX) + pane.gapX;
      const top = height - floors * (pane.height + pane.gapY) - 6;
      buildings.push(
        svg('rect', {
          class: random() > 0.5 ? 'house' : 'house far',
          x: left,
          y: top,
          width: buildingWidth,
          height,
        }),
      );
      for (let floor = 0; floor < floors; floor++)
        for (let column = 0; column < columns; column++)
          this.#windows.push(
            svg('rect', {
              class: 'window',
              x: left + pane.gapX + column * (pane.width + pane.gapX),
              y: top + 8 + floor * (pane.height + pane.gapY),
              width: pane.width,
              height: pane.height,
              rx: 1,
            }),
          );
      left += buildingWidth + (random() > 0.7 ? 8 : 1);
    }
    shuffle(this.#windows, random);
    this.element = h(
      'figure',
      { class: 'skyline' },
      svg(
        'svg',
        { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'xMidYMax slice', 'aria-hidden': 'true' },
        buildings,
        this.#windows,
      ),
      this.#caption,
    );
  }

  /** Lights one window per online agent, as far as there are windows. */
  setOnline(agents: number): void {
    this.#lit = Math.min(agents, this.#windows.length);
    for (const [nth, each] of this.#windows.entries()) each.classList.toggle('lit', nth < this.#lit);
    const overflow = agents > this.#windows.length ? ` (${formatCount(this.#windows.length)} fit)` : '';
    this.#caption.textContent =
      agents === 0
        ? 'Nobody is online: every window is dark.'
        : `${pluralize(agents, 'lit window')}: one for each agent here${overflow}.`;
  }

  /** Flares a window when something happens. */
  flare(): void {
    const one = this.#windows[Math.floor(Math.random() * Math.max(1, this.#lit))];
    if (!one) return;
    one.classList.add('flare');
    setTimeout(() => one.classList.remove('flare'), flareMs);
  }
}

function shuffle(list: unknown[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}
