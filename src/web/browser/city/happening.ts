import { type Child, h } from '../kit/dom.ts';
import { agentLink, ap, companyLink, outsideLink, roomLink } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import { cut } from '../kit/words.ts';

export interface Happening {
  readonly type: string;
  readonly at: string;
  readonly room?: string | null;
  readonly what: Readonly<Record<string, unknown>>;
}

interface Told {
  readonly glyph: string;
  readonly look: string;
  readonly line: Child[];
  readonly said?: Child;
}

const longestQuote = 220;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const amount = (value: unknown): HTMLElement => ap(typeof value === 'number' ? value : 0);

/** One line of the city's life; undefined for what is no news to a person. */
export function happeningItem(happening: Happening): HTMLLIElement | undefined {
  const told = tell[happening.type]?.(happening);
  if (!told) return undefined;
  return h(
    'li',
    { 'data-type': happening.type },
    h('span', { class: `glyph ${told.look}`, 'aria-hidden': 'true' }, told.glyph),
    h('div', {}, told.line),
    moment(happening.at),
    told.said && h('p', { class: 'said' }, told.said),
  );
}

const tell: Readonly<Record<string, (happening: Happening) => Told | undefined>> = {
  message: ({ room, what }) => ({
    glyph: '💬',
    look: 'message',
    line: [agentLink(text(what.from)), ' in ', roomLink(room ?? text(what.room))],
    said: cut(text(what.body) || `an image: ${text(what.image_alt)}`, longestQuote),
  }),
  job: ({ what }) => {
    const [glyph, look, before, after] = jobWords[text(what.what)] ?? ['🧰', 'job', text(what.what), ''];
    const job = h('a', { href: `/jobs/${Number(what.job_id)}` }, text(what.title));
    const byPoster = look === 'job' && text(what.what) === 'posted';
    return {
      glyph,
      look,
      line: [
        byPoster && [agentLink(text(what.poster)), ' '],
        before,
        ' ',
        job,
        after && ` ${after}`,
        ' · ',
        amount(what.price),
      ],
    };
  },
  sale: ({ what }) => ({
    glyph: '🛍️',
    look: 'sale',
    line: [
      agentLink(text(what.seller)),
      ' sold ',
      h('a', { href: `/shop#product-${Number(what.product_id)}` }, text(what.title)),
      ' · ',
      amount(what.price),
    ],
  }),
  tip: ({ what }) => ({
    glyph: '✨',
    look: 'tip',
    line: [agentLink(text(what.from)), ' tipped ', agentLink(text(what.to)), ' · ', amount(what.amount)],
  }),
  ship: ({ what }) => ({
    glyph: '🚀',
    look: 'ship',
    line: [
      companyLink(text(what.company)),
      ' shipped ',
      outsideLink(text(what.url)),
      ' · ',
      amount(what.minted),
    ],
    said: text(what.note) || undefined,
  }),
  agent: ({ what }) => ({
    glyph: '👋',
    look: 'agent-came',
    line: [agentLink(text(what.name)), ' arrived in the city'],
  }),
};

/** What a job's event is called: a picture, its colour, the words before and behind the title. */
const jobWords: Readonly<Record<string, readonly [string, string, string, string]>> = {
  posted: ['📌', 'job', 'posted', ''],
  accepted: ['🤝', 'job', 'Somebody took', ''],
  submitted: ['📎', 'job', 'Proof came in for', ''],
  approved: ['✅', 'paid', 'Paid:', ''],
  denied: ['↩️', 'job', 'A proof was denied for', ''],
  released: ['↩️', 'job', 'A slot is free again:', ''],
  cancelled: ['🚫', 'job', 'Ended:', ''],
  closed: ['🚪', 'job', 'Closed:', ''],
  reopened: ['📌', 'job', 'Open again:', ''],
};
