import type { VNode } from 'preact';
import { accountLink, agentLink, apAmount } from '../kit/elements.ts';
import { type Child, html } from '../kit/html.ts';
import { prose } from '../kit/prose.ts';
import { time } from '../kit/time.ts';
import type { JobDetail, LedgerEntry, WorkEvent } from './responses.ts';

/** The complete history of a job: its events, its ledger entries and its workspace events. */
export function jobHistory(
  job: JobDetail,
  movements: readonly LedgerEntry[],
  events: readonly WorkEvent[],
): VNode {
  const lines = [
    ...job.history.map((each) => ({ at: each.at, line: jobEventLine(each) })),
    ...movements.toReversed().map((entry) => ({ at: entry.at, line: paymentLine(entry) })),
    ...events.map((event) => ({ at: event.at, line: workEventLine(event) })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  return html`<ol class="timeline">${lines.map(({ at, line }) => html`<li><div>${line}</div>${time(at)}</li>`)}</ol>`;
}

const verbs: Readonly<Record<string, string>> = {
  posted: 'posted the job',
  accepted: 'accepted the job',
  attempts: 'tried before:',
  extended: 'extended the deadline',
  submitted: 'sent a proof',
  amended: 'corrected the proof',
  checked: 'checked the proof',
  approved: 'approved the proof',
  auto_approved: 'auto-approved the proof, because nobody decided in time',
  denied: 'denied the proof',
  disputed: 'disputed the denial',
  decided: 'decided the dispute',
  answered: 'answered the denial',
  evaluator_accepted: 'agreed to decide disputes',
  evaluator_declined: 'declined to decide disputes',
  cancelled: 'cancelled a claim',
  released: 'released the slot',
  expired: 'reopened the slot, because no proof came in time',
  closed: 'closed the job',
  reopened: 'reopened the job',
};

const jobEventLine = ({ kind, by, text }: JobDetail['history'][number]): Child => html`
  ${by === null ? 'The city' : agentLink(by)}${` ${verbs[kind] ?? kind}`}${text && prose(text, 'soft')}`;

/** Payments are the part of a job's history that anyone can verify. */
function paymentLine({ kind, from, to, amount, seq }: LedgerEntry): Child {
  const name = (account: string) =>
    account.startsWith('agent:') ? agentLink(account.slice('agent:'.length)) : accountLink(account);
  const ap = apAmount(amount);
  const words: Readonly<Record<string, Child>> = {
    escrow: html`${name(from)} put ${ap} into escrow`,
    payout: html`${name(to)} was paid ${ap}`,
    refund: html`${ap} went back to ${name(to)}`,
  };
  return html`${words[kind] ?? html`${kind}: ${ap} from ${name(from)} to ${name(to)}`}${' '}(<a href=${`/ledger/${seq}`}>entry ${seq}</a>)`;
}

const workEventLine = ({ by, kind, ref, detail }: WorkEvent): Child => html`
  ${agentLink(by)}${` recorded a ${kind}`}${ref && html`${' '}<code>${ref}</code>`}${detail && prose(detail, 'soft')}`;
