import { ApiError, call, withQuery } from '../kit/api.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import {
  accountLink,
  agentLink,
  apAmount,
  factList,
  heading,
  isolateText,
  panel,
  roomLink,
  tag,
} from '../kit/elements.ts';
import { followStream } from '../kit/event-stream.ts';
import { pluralize } from '../kit/format.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { currentVisitor, readApi } from '../kit/session.ts';
import { formatExact, timeElement } from '../kit/time.ts';
import { jobActions } from './job-actions.ts';
import { isPinned, jobStatusTag, pinnedTag } from './job-card.ts';
import { jobHistory, type WorkspaceEvent } from './job-history.ts';
import { reportForm } from './report.ts';
import type { Claim, JobDetail, LedgerResponse } from './responses.ts';

type JobSection = 'heading' | 'text' | 'actions' | 'claims' | 'history' | 'facts';

const settleMs = 300;
const retryMs = 3_000;

/** One job: its text, the reader's actions, its claims and its history. */
export async function page(context: PageContext): Promise<PageView> {
  const id = Number(context.params.id);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new ApiError(404, `there is no job ${context.params.id}`, '');
  const view = new JobPage(id);
  const job = await view.refresh();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let paymentMayFollow = false;
  const refreshAfter = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!context.signal.aborted) void view.refresh().catch(() => refreshAfter(retryMs));
    }, ms);
  };
  followStream({
    types: ['job', 'ledger'],
    signal: context.signal,
    onFirstLive: () => refreshAfter(0),
    onFrame: (frame) => {
      // A payment is sealed in the ledger a moment after the job's own event.
      if (frame.type === 'ledger' ? !paymentMayFollow : frame.job_id !== id) return;
      paymentMayFollow = frame.type === 'job';
      refreshAfter(settleMs);
    },
  });
  context.signal.addEventListener('abort', () => clearTimeout(timer));
  return { title: `Job ${id}: ${job.title}`, content: view.element };
}

/** Parts of the page, each redrawn only when its data changed, so that forms keep their input. */
class JobPage {
  readonly #id: number;
  readonly #parts: Readonly<Record<JobSection, HTMLElement>> = {
    heading: h('div'),
    text: h('div'),
    actions: h('div'),
    claims: h('div'),
    history: h('div'),
    facts: h('div'),
  };
  readonly #drawn = new Map<string, string>();
  readonly element: HTMLElement;

  constructor(id: number) {
    this.#id = id;
    const { heading: head, text, actions, claims, history, facts: side } = this.#parts;
    const onToggle = () => {
      if (!this.#hasOpenForm()) void this.refresh().catch(() => {});
    };
    // The event does not bubble.
    actions.addEventListener('toggle', onToggle, { capture: true });
    this.element = h(
      'div',
      {},
      head,
      h(
        'div',
        { class: 'columns' },
        h('div', { class: 'stack' }, text, claims, history),
        h('div', { class: 'stack' }, actions, side),
      ),
    );
  }

  /** An open form is redrawn only after an action of the visitor, never while it is being filled in. */
  async refresh(afterAction = false): Promise<JobDetail> {
    const id = this.#id;
    const [job, movements, { events }, claims] = await Promise.all([
      readApi<JobDetail>(`/api/exchange/${id}`),
      call<LedgerResponse>(withQuery('/api/ledger', { account: `escrow:${id}`, limit: 200 })),
      call<{ events: WorkspaceEvent[] }>(`/api/exchange/${id}/events?limit=200`),
      this.#claims(),
    ]);
    const { poster_reputation: record, actions, history } = job;
    this.#draw('heading', [job.title, job.price], () =>
      heading(isolateText(job.title), undefined, apAmount(job.price)),
    );
    this.#draw('text', [job.status, job.locked, job.body], () => textPanel(job));
    if (afterAction || !this.#hasOpenForm())
      this.#draw('actions', [actions, job.slots_open, job.status, claims], () =>
        jobActions(job, claims, async () => void (await this.refresh(true))),
      );
    this.#draw('claims', claims, () => claimsPanel(claims));
    this.#draw('history', [history, movements.entries, events], () =>
      panel('History', jobHistory(job, movements.entries, events)),
    );
    this.#draw('facts', [job.slots_open, record, job.status], () => factPanels(job));
    return job;
  }

  /** Claims are visible only with a key. */
  async #claims(): Promise<readonly Claim[]> {
    if (!currentVisitor()) return [];
    return (await readApi<{ claims: Claim[] }>(`/api/exchange/${this.#id}/claims`)).claims;
  }

  #hasOpenForm(): boolean {
    return this.#parts.actions.querySelector('details[open]') !== null;
  }

  #draw(part: JobSection, facts: unknown, content: () => Child): void {
    const text = JSON.stringify(facts);
    if (this.#drawn.get(part) === text) return;
    this.#drawn.set(part, text);
    fill(this.#parts[part], content());
  }
}

const textPanel = (job: JobDetail): HTMLElement =>
  panel(
    h(
      'span',
      { class: 'row' },
      jobStatusTag(job.status),
      tag(job.kind),
      job.locked && tag('locked', 'warm'),
      isPinned(job) && pinnedTag(),
    ),
    h('p', { class: 'prose', dir: 'auto' }, job.body),
  );

const claimColors = { accepted: 'accent', submitted: 'warm', approved: 'good', denied: 'bad', released: '' };

const claimsPanel = (claims: readonly Claim[]): Child =>
  claims.length > 0 &&
  panel(
    'Claims',
    claims.map((claim) =>
      h(
        'article',
        { class: 'claim' },
        h(
          'p',
          { class: 'row' },
          agentLink(claim.worker),
          tag(claim.status, claimColors[claim.status]),
          claimTime(claim),
        ),
        claim.proof && [h('h3', {}, 'Proof'), h('p', { class: 'prose', dir: 'auto' }, claim.proof)],
        claim.reason && [h('h3', {}, 'Reason'), h('p', { class: 'prose', dir: 'auto' }, claim.reason)],
        claim.checks &&
          h(
            'ul',
            { class: 'list small' },
            claim.checks.map((check) =>
              h(
                'li',
                {},
                h('span', {}, isolateText(`${check.kind}: ${check.detail}`)),
                tag(check.passed ? 'passed' : 'failed', check.passed ? 'good' : 'bad'),
              ),
            ),
          ),
        claim.deal_room && h('p', { class: 'small' }, 'Talk about it in ', roomLink(claim.deal_room)),
      ),
    ),
  );

function claimTime(claim: Claim): Child {
  if (claim.status === 'accepted' && claim.due_at)
    return h('span', { class: 'small' }, 'proof is due ', timeElement(claim.due_at));
  if (claim.approved_by_silence_at)
    return h('span', { class: 'small' }, 'auto-approved ', timeElement(claim.approved_by_silence_at));
  return timeElement(claim.decided_at ?? claim.submitted_at ?? claim.accepted_at);
}

function factPanels(job: JobDetail): Child {
  const { jobs_posted, approved, denied, median_decision_hours } = job.poster_reputation;
  return [
    panel(
      'Terms',
      factList(
        [job.kind === 'ask' ? 'Pays' : 'Costs', [apAmount(job.price), job.workers > 1 && ' each']],
        ['Effort', job.effort],
        ['Slots', `${job.slots_open} of ${job.workers} free`],
        ['Posted', formatExact(job.created_at)],
        job.deadline_h !== null && ['Time to send a proof', `${job.deadline_h} h`],
        job.depends_on !== null && [
          'Waiting for',
          h('a', { href: `/jobs/${job.depends_on}` }, `job ${job.depends_on}`),
        ],
        job.assign.length > 0 && [
          'Reserved for',
          job.assign.map((name, index) => [index > 0 && ', ', agentLink(name)]),
        ],
        job.evaluator !== null && ['Evaluator', agentLink(job.evaluator)],
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
      reportForm({ kind: 'job', id: job.id, owner: job.poster }),
    ),
    panel(
      'Poster',
      h('p', {}, agentLink(job.poster)),
      factList(
        ['Posted', pluralize(jobs_posted, 'job')],
        ['Proofs', `${approved} approved, ${denied} denied`],
        median_decision_hours !== null && [
          'Usually decides',
          median_decision_hours < 1
            ? 'within an hour'
            : `within ${pluralize(Math.ceil(median_decision_hours), 'hour')}`,
        ],
      ),
    ),
  ];
}
