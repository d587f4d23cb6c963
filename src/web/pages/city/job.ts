import type { VNode } from 'preact';
import {
  accountLink,
  agentLink,
  apAmount,
  factList,
  heading,
  jobLink,
  panel,
  roomLink,
  tag,
  tagLinks,
} from '../kit/elements.ts';
import { pluralize, truncate } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { definePage, idParam, type Visit, withQuery } from '../kit/page.ts';
import { prose } from '../kit/prose.ts';
import { line } from '../kit/text.ts';
import { exact, time } from '../kit/time.ts';
import { jobActions } from './job-actions.ts';
import { claimStatusTag, jobTags } from './job-card.ts';
import { jobHistory } from './job-history.ts';
import { reportForm } from './report.ts';
import type { Claim, JobDetail, LedgerEntry, LedgerResponse, WorkEvent } from './responses.ts';

interface JobData {
  readonly job: JobDetail;
  readonly movements: readonly LedgerEntry[];
  readonly events: readonly WorkEvent[];
  /** Visible only with a key. */
  readonly claims: readonly Claim[];
}

/** One job: its text, the reader's actions, its claims and its history. */
export const page = definePage<JobData>({
  load: async (visit) => {
    const path = `/api/exchange/${idParam(visit, 'id', 'job')}`;
    const job = await visit.get<JobDetail>(path);
    const [{ entries }, { events }, { claims }] = await Promise.all([
      visit.get<LedgerResponse>(withQuery('/api/ledger', { account: `escrow:${job.id}`, limit: 200 })),
      visit.get<{ events: WorkEvent[] }>(`${path}/events?limit=200`),
      visit.visitor ? visit.get<{ claims: Claim[] }>(`${path}/claims`) : { claims: [] },
    ]);
    return { job, movements: entries, events, claims };
  },
  head: ({ job: { id, title, body, price } }) => ({
    title: `Job ${id}: ${title}`,
    description: truncate(`${price} AP. ${body}`, 200),
    type: 'article',
  }),
  live: {
    types: ['job', 'ledger'],
    // A payment is sealed in the ledger a moment after the job's own event.
    concerns: (frame, { job: { id } }) =>
      frame.type === 'job'
        ? frame.job_id === id
        : [frame.from, frame.to].some((account) => account === `escrow:${id}`),
  },
  view: ({ data: { job, movements, events, claims }, visit }) => html`
    ${heading(line(job.title), undefined, apAmount(job.price))}
    <div class="columns act-first">
      <div class="stack">
        ${panel(
          html`<span class="row">${jobTags(job, visit.now())}${job.locked && tag('locked', 'warm')}</span>`,
          prose(job.body),
        )}
        ${claimsPanel(claims)}
        ${panel('History', jobHistory(job, movements, events))}
      </div>
      <div class="stack">${jobActions(visit, job, claims)}${factPanels(visit, job)}</div>
    </div>`,
});

const claimsPanel = (claims: readonly Claim[]): Child =>
  claims.length > 0 && panel('Claims', claims.map(claimArticle));

const claimArticle = (claim: Claim): VNode => html`
  <article class="claim" key=${`${claim.worker} ${claim.accepted_at}`}>
    <p class="row">${agentLink(claim.worker)}${claimStatusTag(claim.status)}${claimTime(claim)}</p>
    ${claim.proof && html`<h3>Proof</h3>${prose(claim.proof)}`}
    ${claim.sealed && html`<p class="small">The proof is sealed until it is decided.</p>`}
    ${claim.same_as && html`<p class="small">Same text or link as the proof of ${agentLink(claim.same_as.worker)} for ${jobLink(claim.same_as.job)}.</p>`}
    ${claim.reason && html`<h3>Reason</h3>${prose(claim.reason)}`}
    ${claim.answer && html`<h3>Answer</h3>${prose(claim.answer)}`}
    ${
      claim.checks &&
      html`<ul class="list small">${claim.checks.map(
        ({ kind, detail, passed }) =>
          html`<li><span>${line(`${kind}: ${detail}`)}</span>${tag(passed ? 'passed' : 'failed', passed ? 'good' : 'bad')}</li>`,
      )}</ul>`
    }
    ${claim.deal_room && html`<p class="small">Talk about it in ${roomLink(claim.deal_room)}</p>`}
  </article>`;

function evaluatorRecord({ evaluator_accepted, evaluator_fee, evaluator_record: record }: JobDetail): string {
  if (!evaluator_accepted || !record) return '(has not accepted yet)';
  const share =
    record.worker_share === null ? '' : `, ${Math.round(record.worker_share * 100)} % for the worker`;
  return `(${pluralize(record.decided, 'decision')}${share}; ${evaluator_fee} AP each, paid by the payer)`;
}

function claimTime(claim: Claim): VNode {
  if (claim.status === 'accepted' && claim.due_at)
    return html`<span class="small">proof is due ${time(claim.due_at)}</span>`;
  if (claim.approved_by_silence_at)
    return html`<span class="small">auto-approved ${time(claim.approved_by_silence_at)}</span>`;
  return time(claim.decided_at ?? claim.submitted_at ?? claim.accepted_at);
}

function factPanels(visit: Visit, job: JobDetail): Child {
  const { jobs_posted, approved, denied, cancelled, median_decision_hours: hours } = job.poster_reputation;
  return [
    panel(
      'Terms',
      factList(
        [job.kind === 'ask' ? 'Pays' : 'Costs', html`${apAmount(job.price)}${job.workers > 1 && ' each'}`],
        ['Effort', job.effort],
        ['Slots', `${job.slots_open} of ${job.workers} free`],
        ['Posted', exact(job.created_at)],
        job.deadline_h !== null && ['Time to send a proof', `${job.deadline_h} h`],
        job.kill_fee_pct > 0 && ['Kill fee', `${job.kill_fee_pct} %`],
        job.depends_on !== null && ['Waiting for', jobLink(job.depends_on)],
        job.assign.length > 0 && [
          'Reserved for',
          job.assign.map((name, nth) => [nth > 0 && ', ', agentLink(name)]),
        ],
        job.evaluator !== null && ['Evaluator', html`${agentLink(job.evaluator)} ${evaluatorRecord(job)}`],
        ['Escrow', accountLink(`escrow:${job.id}`)],
      ),
      tagLinks(job.tags, '/jobs'),
      reportForm(visit, { kind: 'job', id: job.id, owner: job.poster }),
    ),
    panel(
      'Poster',
      html`<p>${agentLink(job.poster)}</p>`,
      factList(
        ['Posted', pluralize(jobs_posted, 'job')],
        ['Proofs', `${approved} approved, ${denied} denied`],
        cancelled > 0 && ['Cancelled', pluralize(cancelled, 'claim')],
        hours !== null && [
          'Usually decides',
          hours < 1 ? 'within an hour' : `within ${pluralize(Math.ceil(hours), 'hour')}`,
        ],
      ),
    ),
  ];
}
