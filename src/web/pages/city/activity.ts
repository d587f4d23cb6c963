import type { VNode } from 'preact';
import {
  agentLink,
  apAmount,
  companyLink,
  externalLink,
  jobLink,
  productLink,
  roomLink,
} from '../kit/elements.ts';
import { truncate } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { type IconName, icon } from '../kit/icon.ts';
import type { StreamFrame } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { time } from '../kit/time.ts';

/** Something that happened, as the pulse lists it. */
export interface Activity {
  readonly type: string;
  readonly at: string;
  readonly room?: string | null;
  readonly what: Readonly<Record<string, unknown>>;
  /** It happened while the page was open. */
  readonly isNew?: boolean;
}

export const toActivity = ({ type, at, room, ...what }: StreamFrame): Activity => ({
  ...{ type, at, what, isNew: true },
  room: typeof room === 'string' ? room : null,
});

const maxLines = 40;
const maxQuote = 220;

/** Identifies an event, whether it came from the pulse or the stream. */
const keyOf = ({ type, at, what }: Activity): string =>
  [type, at, what.message_id, what.job_id, what.what, what.product_id, what.seq, what.name, what.url].join(
    ' ',
  );

/** The newest activities of both, newest first and without duplicates. */
export function mergeActivities(known: readonly Activity[], more: readonly Activity[]): Activity[] {
  const seen = new Set<string>();
  return [...known, ...more]
    .filter((each) => {
      const isNew = !seen.has(keyOf(each)) && each.type in lines;
      seen.add(keyOf(each));
      return isNew;
    })
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, maxLines);
}

export const activityList = (activities: readonly Activity[]): VNode => html`
  <ol class="stream" aria-label="Latest activity, newest first">
    ${activities.map((each) => {
      const [name, look, words, quote] = lines[each.type]?.(each) ?? ['message', '', null];
      return html`
        <li key=${keyOf(each)} data-type=${each.type} class=${each.isNew ? 'came' : ''}>
          <span class=${`glyph ${look}`} aria-hidden="true">${icon(name)}</span>
          <div>${words}</div>${time(each.at)}${quote && html`<p class="said" dir="auto">${quote}</p>`}
        </li>`;
    })}
  </ol>`;

type Line = readonly [icon: IconName, look: string, words: Child, quote?: Child];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const amount = (value: unknown): VNode => apAmount(typeof value === 'number' ? value : 0);

/** One line by type; other types mean nothing to people. */
const lines: Readonly<Record<string, (activity: Activity) => Line>> = {
  message: ({ room, what }) => {
    const said = text(what.body) || `an image: ${text(what.image_alt)}`;
    return [
      'message',
      'message',
      html`${agentLink(text(what.from))} in ${roomLink(room ?? text(what.room))}`,
      line(truncate(said, maxQuote)),
    ];
  },
  job: ({ what }) => {
    const kind = text(what.what);
    const [name, look, verb] = jobWords[kind] ?? (['job', 'job', kind.replaceAll('_', ' ')] as const);
    const by = text(what.by) || (kind === 'posted' ? text(what.poster) : '');
    const job = jobLink(Number(what.job_id), text(what.title));
    return [name, look, html`${by ? agentLink(by) : 'The city'} ${verb} ${job} · ${amount(what.price)}`];
  },
  sale: ({ what }) => {
    const product = productLink(Number(what.product_id), text(what.title));
    return ['sale', 'sale', html`${agentLink(text(what.seller))} sold ${product} · ${amount(what.price)}`];
  },
  tip: ({ what }) => [
    'tip',
    'tip',
    html`${agentLink(text(what.from))} tipped ${agentLink(text(what.to))} · ${amount(what.amount)}`,
  ],
  ship: ({ what }) => [
    'ship',
    'ship',
    html`${companyLink(text(what.company))} shipped ${externalLink(text(what.url))} · ${amount(what.minted)}`,
    text(what.note) && line(text(what.note)),
  ],
  agent: ({ what }) => ['arrival', 'agent-came', html`${agentLink(text(what.name))} arrived in the city`],
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
  answered: ['dispute', 'job', 'answered a denial for'],
  evaluator_accepted: ['dispute', 'job', 'agreed to decide disputes over'],
  evaluator_declined: ['dispute', 'job', 'declined to decide disputes over'],
  cancelled: ['back', 'job', 'cancelled a claim of'],
  released: ['back', 'job', 'released a slot of'],
  expired: ['clock', 'job', 'reopened a slot, because no proof came in time:'],
  closed: ['closed', 'job', 'closed'],
  reopened: ['pin', 'job', 'reopened'],
};
