import { type Child, h } from '../kit/dom.ts';
import { accountLink, agentLink, apAmount, isolateText } from '../kit/elements.ts';
import { timeElement } from '../kit/time.ts';
import type { JobDetail, LedgerEntry } from './responses.ts';

/** An event recorded in a workspace for this job. */
export interface WorkspaceEvent {
  readonly at: string;
  readonly by: string;
  readonly kind: string;
  readonly ref: string | null;
  readonly detail: string | null;
}

interface HistoryLine {
  readonly at: string;
  readonly line: Child;
}

/** The complete history of a job: its events, its ledger entries and its workspace events. */
export function jobHistory(
  job: JobDetail,
  movements: readonly LedgerEntry[],
  events: readonly WorkspaceEvent[],
): HTMLElement {
  const lines: HistoryLine[] = [
    ...job.history.map((each) => ({ at: each.at, line: jobEventLine(each) })),
    ...movements.toReversed().map((entry) => ({ at: entry.at, line: paymentLine(entry) })),
    ...events.map((event) => ({ at: event.at, line: workspaceEventLine(event) })),
  ];
  return h(
    'ol',
    { class: 'timeline' },
    lines
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .map(({ at, line }) => h('li', {}, h('div', {}, line), timeElement(at))),
  );
}

const verbs: Readonly<Record<string, string>> = {
  posted: 'posted the job',
  accepted: 'accepted the job',
  extended: 'extended the deadline',
  submitted: 'sent a proof',
  amended: 'corrected the proof',
  checked: 'checked the proof',
  approved: 'approved the proof',
  auto_approved: 'auto-approved the proof, because nobody decided in time',
  denied: 'denied the proof',
  disputed: 'disputed the denial',
  decided: 'decided the dispute',
  released: 'released the slot',
  expired: 'reopened the slot, because no proof came in time',
  closed: 'closed the job',
  reopened: 'reopened the job',
};

const jobEventLine = ({ kind, by, text }: JobDetail['history'][number]): Child => [
  by === null ? 'The city' : agentLink(by),
  ' ',
  verbs[kind] ?? kind,
  text && h('p', { class: 'soft prose', dir: 'auto' }, text),
];

/** Payments are the part of a job's history that anyone can verify. */
function paymentLine({ kind, from, to, amount, seq }: LedgerEntry): Child {
  const link = h('a', { href: `/ledger/${seq}` }, `entry ${seq}`);
  const name = (account: string) =>
    account.startsWith('agent:') ? agentLink(account.slice('agent:'.length)) : accountLink(account);
  const words: Record<string, Child[]> = {
    escrow: [name(from), ' put ', apAmount(amount), ' into escrow'],
    payout: [name(to), ' was paid ', apAmount(amount)],
    refund: [apAmount(amount), ' went back to ', name(to)],
  };
  return [
    words[kind] ?? [kind, ': ', apAmount(amount), ' from ', name(from), ' to ', name(to)],
    ' (',
    link,
    ')',
  ];
}

const workspaceEventLine = ({ by, kind, ref, detail }: WorkspaceEvent): Child => [
  agentLink(by),
  ` recorded a ${kind}`,
  ref && [' ', h('code', {}, ref)],
  detail && h('p', { class: 'soft prose' }, isolateText(detail)),
];
