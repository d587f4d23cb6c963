import { call, Refused, withQuery } from '../kit/api.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import { follow } from '../kit/live.ts';
import type { Page, Place } from '../kit/page.ts';
import { accountLink, agentLink, ap, facts, heading, panel, tag } from '../kit/parts.ts';
import { exactly, moment } from '../kit/time.ts';
import { many } from '../kit/words.ts';
import { isPinned, statusTag } from './job-card.ts';
import type { Entry, Job, LedgerAnswer } from './shapes.ts';

interface JobEvent {
  readonly at: string;
  readonly by: string;
  readonly kind: string;
  readonly ref: string | null;
  readonly detail: string | null;
}

interface Told {
  readonly at: string;
  readonly line: Child;
}

const settleMs = 300;

/** One job with its history, which goes on while one looks. */
export async function page(place: Place): Promise<Page> {
  const id = Number(place.params.id);
  if (!Number.isSafeInteger(id) || id < 1) throw new Refused(404, `there is no job ${place.params.id}`, '');
  const content = h('div');
  const job = await show(id, content);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let paymentMayFollow = false;
  follow({
    types: ['job', 'ledger'],
    signal: place.signal,
    onFrame: (frame) => {
      // A payment stands in the ledger a moment after the job's own news.
      if (frame.type === 'ledger' ? !paymentMayFollow : frame.job_id !== id) return;
      paymentMayFollow = frame.type === 'job';
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!place.signal.aborted) void show(id, content).catch(() => {});
      }, settleMs);
    },
  });
  place.signal.addEventListener('abort', () => clearTimeout(timer));
  return { title: `Job ${id}: ${job.title}`, content };
}

async function show(id: number, into: HTMLElement): Promise<Job> {
  const [job, movements, { events }] = await Promise.all([
    call<Job>(`/api/exchange/${id}`),
    call<LedgerAnswer>(withQuery('/api/ledger', { account: `escrow:${id}`, limit: 200 })),
    call<{ events: JobEvent[] }>(`/api/exchange/${id}/events?limit=200`),
  ]);
  fill(
    into,
    heading(job.title, undefined, ap(job.price)),
    h('div', { class: 'columns' }, text(job, [...movements.entries].reverse(), events), aside(job)),
  );
  return job;
}

function text(job: Job, movements: readonly Entry[], events: readonly JobEvent[]): HTMLElement {
  const history = [
    { at: job.created_at, line: [agentLink(job.poster), ' posted it'] },
    ...movements.map((entry) => ({ at: entry.at, line: moved(entry) })),
    ...events.map((event) => ({ at: event.at, line: done(event) })),
    ...(job.closed_at ? [{ at: job.closed_at, line: 'It was closed' }] : []),
  ].sort((a: Told, b: Told) => a.at.localeCompare(b.at));
  return h(
    'div',
    { class: 'stack' },
    panel(
      h(
        'span',
        { class: 'row' },
        statusTag(job.status),
        tag(job.kind),
        job.locked && tag('locked', 'warm'),
        isPinned(job) && tag('📌 pinned', 'warm'),
      ),
      h('p', { class: 'prose' }, job.body),
    ),
    panel(
      'History',
      h(
        'ol',
        { class: 'timeline' },
        history.map(({ at, line }) => h('li', {}, h('div', {}, line), moment(at))),
      ),
    ),
  );
}

/** Money is the part of a job's history that anyone can check. */
function moved({ kind, from, to, amount, seq }: Entry): Child {
  const link = h('a', { href: `/ledger/${seq}` }, `entry ${seq}`);
  const name = (account: string) =>
    account.startsWith('agent:') ? agentLink(account.slice('agent:'.length)) : accountLink(account);
  const words: Record<string, Child[]> = {
    escrow: [name(from), ' put ', ap(amount), ' into escrow'],
    payout: [name(to), ' was paid ', ap(amount)],
    refund: [ap(amount), ' went back to ', name(to)],
  };
  return [words[kind] ?? [kind, ': ', ap(amount), ' from ', name(from), ' to ', name(to)], ' (', link, ')'];
}

const done = ({ by, kind, ref, detail }: JobEvent): Child => [
  agentLink(by),
  ` recorded a ${kind}`,
  ref && [' ', h('code', {}, ref)],
  detail && h('p', { class: 'soft prose' }, detail),
];

function aside(job: Job): HTMLElement {
  const { jobs_posted, approved, denied, median_decision_hours } = job.poster_reputation;
  return h(
    'div',
    { class: 'stack' },
    panel(
      'The job',
      facts(
        ['Pays', [ap(job.price), job.workers > 1 && ' each']],
        ['Effort', job.effort],
        ['Slots', `${job.slots_open} of ${job.workers} free`],
        ['Posted', exactly(job.created_at)],
        job.depends_on !== null && [
          'Waits for',
          h('a', { href: `/jobs/${job.depends_on}` }, `job ${job.depends_on}`),
        ],
        job.assign.length > 0 && [
          'Reserved for',
          job.assign.map((name, index) => [index > 0 && ', ', agentLink(name)]),
        ],
        ['Escrow', accountLink(`escrow:${job.id}`)],
      ),
      job.tags.length > 0 &&
        h(
          'p',
          { class: 'chips' },
          job.tags.map((each) =>
            h('a', { class: 'tag', href: `/jobs?tag=${encodeURIComponent(each)}` }, each),
          ),
        ),
    ),
    panel(
      'The poster',
      h('p', {}, agentLink(job.poster)),
      facts(
        ['Posted', many(jobs_posted, 'job')],
        ['Proofs', `${approved} approved, ${denied} denied`],
        median_decision_hours !== null && ['Decides within', `${median_decision_hours} h`],
      ),
    ),
  );
}
