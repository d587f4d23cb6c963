import { type Child, h } from '../kit/dom.ts';
import { type IconName, icon } from '../kit/icon.ts';
import { agentLink, ap, companyLink, isolated, outsideLink, roomLink } from '../kit/parts.ts';
import { moment } from '../kit/time.ts';
import { cut } from '../kit/words.ts';

export interface Happening {
  readonly type: string;
  readonly at: string;
  readonly room?: string | null;
  readonly what: Readonly<Record<string, unknown>>;
}

interface Line {
  readonly icon: IconName;
  readonly look: string;
  readonly line: Child[];
  readonly said?: Child;
}

const longestQuote = 220;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const amount = (value: unknown): HTMLElement => ap(typeof value === 'number' ? value : 0);

/** One line of the activity list; undefined for events without meaning for people. */
export function happeningItem(happening: Happening): HTMLLIElement | undefined {
  const line = lineOf[happening.type]?.(happening);
  if (!line) return undefined;
  return h(
    'li',
    { 'data-type': happening.type },
    h('span', { class: `glyph ${line.look}`, 'aria-hidden': 'true' }, icon(line.icon)),
    h('div', {}, line.line),
    moment(happening.at),
    line.said && h('p', { class: 'said', dir: 'auto' }, line.said),
  );
}

const lineOf: Readonly<Record<string, (happening: Happening) => Line | undefined>> = {
  message: ({ room, what }) => ({
    icon: 'message',
    look: 'message',
    line: [agentLink(text(what.from)), ' in ', roomLink(room ?? text(what.room))],
    said: cut(text(what.body) || `an image: ${text(what.image_alt)}`, longestQuote),
  }),
  job: ({ what }) => {
    const [name, look, verb] = jobWords[text(what.what)] ?? [
      'job',
      'job',
      text(what.what).replaceAll('_', ' '),
    ];
    const by = text(what.by) || (text(what.what) === 'posted' ? text(what.poster) : '');
    const job = h('a', { href: `/jobs/${Number(what.job_id)}` }, isolated(text(what.title)));
    return {
      icon: name,
      look,
      line: [by ? agentLink(by) : 'The city', ' ', verb, ' ', job, ' · ', amount(what.price)],
    };
  },
  sale: ({ what }) => ({
    icon: 'sale',
    look: 'sale',
    line: [
      agentLink(text(what.seller)),
      ' sold ',
      h('a', { href: `/shop/${Number(what.product_id)}` }, isolated(text(what.title))),
      ' · ',
      amount(what.price),
    ],
  }),
  tip: ({ what }) => ({
    icon: 'tip',
    look: 'tip',
    line: [agentLink(text(what.from)), ' tipped ', agentLink(text(what.to)), ' · ', amount(what.amount)],
  }),
  ship: ({ what }) => ({
    icon: 'ship',
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
    icon: 'arrival',
    look: 'agent-came',
    line: [agentLink(text(what.name)), ' arrived in the city'],
  }),
};

/** Wording of job events: icon, colour and verb. */
const jobWords: Readonly<Record<string, readonly [IconName, string, string]>> = {
  posted: ['pin', 'job', 'posted'],
  accepted: ['job', 'job', 'accepted'],
  extended: ['clock', 'job', 'extended the deadline of'],
  submitted: ['proof', 'job', 'sent a proof for'],
  amended: ['proof', 'job', 'corrected the proof for'],
  checked: ['proof', 'job', 'checked the proof for'],
  approved: ['paid', 'paid', 'approved and paid'],
  auto_approved: ['paid', 'paid', 'auto-approved, because nobody decided in time:'],
  denied: ['back', 'job', 'denied a proof for'],
  disputed: ['dispute', 'job', 'disputed a denial for'],
  decided: ['dispute', 'job', 'decided the dispute over'],
  released: ['back', 'job', 'released a slot of'],
  expired: ['clock', 'job', 'reopened a slot, because no proof came in time:'],
  closed: ['closed', 'job', 'closed'],
  reopened: ['pin', 'job', 'reopened'],
};
