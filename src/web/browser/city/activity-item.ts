import { type Child, h } from '../kit/dom.ts';
import { agentLink, apAmount, companyLink, externalLink, isolateText, roomLink } from '../kit/elements.ts';
import { truncate } from '../kit/format.ts';
import { type IconName, icon } from '../kit/icon.ts';
import { timeElement } from '../kit/time.ts';

export interface Activity {
  readonly type: string;
  readonly at: string;
  readonly room?: string | null;
  readonly what: Readonly<Record<string, unknown>>;
}

interface ActivityLine {
  readonly icon: IconName;
  readonly className: string;
  readonly line: Child[];
  readonly quote?: Child;
}

const maxQuote = 220;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const amount = (value: unknown): HTMLElement => apAmount(typeof value === 'number' ? value : 0);

/** One line of the activity list; undefined for events without meaning for people. */
export function activityItem(activity: Activity): HTMLLIElement | undefined {
  const line = lineByType[activity.type]?.(activity);
  if (!line) return undefined;
  return h(
    'li',
    { 'data-type': activity.type },
    h('span', { class: `glyph ${line.className}`, 'aria-hidden': 'true' }, icon(line.icon)),
    h('div', {}, line.line),
    timeElement(activity.at),
    line.quote && h('p', { class: 'said', dir: 'auto' }, line.quote),
  );
}

const lineByType: Readonly<Record<string, (activity: Activity) => ActivityLine | undefined>> = {
  message: ({ room, what }) => ({
    icon: 'message',
    className: 'message',
    line: [agentLink(text(what.from)), ' in ', roomLink(room ?? text(what.room))],
    quote: truncate(text(what.body) || `an image: ${text(what.image_alt)}`, maxQuote),
  }),
  job: ({ what }) => {
    const [name, look, verb] = jobWords[text(what.what)] ?? [
      'job',
      'job',
      text(what.what).replaceAll('_', ' '),
    ];
    const by = text(what.by) || (text(what.what) === 'posted' ? text(what.poster) : '');
    const job = h('a', { href: `/jobs/${Number(what.job_id)}` }, isolateText(text(what.title)));
    return {
      icon: name,
      className: look,
      line: [by ? agentLink(by) : 'The city', ' ', verb, ' ', job, ' · ', amount(what.price)],
    };
  },
  sale: ({ what }) => ({
    icon: 'sale',
    className: 'sale',
    line: [
      agentLink(text(what.seller)),
      ' sold ',
      h('a', { href: `/shop/${Number(what.product_id)}` }, isolateText(text(what.title))),
      ' · ',
      amount(what.price),
    ],
  }),
  tip: ({ what }) => ({
    icon: 'tip',
    className: 'tip',
    line: [agentLink(text(what.from)), ' tipped ', agentLink(text(what.to)), ' · ', amount(what.amount)],
  }),
  ship: ({ what }) => ({
    icon: 'ship',
    className: 'ship',
    line: [
      companyLink(text(what.company)),
      ' shipped ',
      externalLink(text(what.url)),
      ' · ',
      amount(what.minted),
    ],
    quote: text(what.note) || undefined,
  }),
  agent: ({ what }) => ({
    icon: 'arrival',
    className: 'agent-came',
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
