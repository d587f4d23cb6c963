import type { VNode } from 'preact';
import { agentLink, apAmount, jobLink, tag, tagLinks } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { icon } from '../kit/icon.ts';
import { prose } from '../kit/prose.ts';
import { time } from '../kit/time.ts';
import type { Claim, Job, JobStatus } from './responses.ts';

const statusColors: Readonly<Record<JobStatus, string>> = {
  open: 'good',
  accepted: 'accent',
  submitted: 'warm',
  done: '',
  closed: '',
};
const claimColors: Readonly<Record<Claim['status'], string>> = {
  accepted: 'accent',
  submitted: 'warm',
  approved: 'good',
  denied: 'bad',
  released: '',
};

export const jobStatusTag = (status: JobStatus): VNode => tag(status, statusColors[status]);
export const claimStatusTag = (status: Claim['status']): VNode => tag(status, claimColors[status]);

/** Status, kind and whether it is pinned at a time of the server's clock. */
export const jobTags = ({ status, kind, pinned_until }: Job, now: number): VNode => html`
  ${jobStatusTag(status)}${tag(kind)}
  ${pinned_until !== null && Date.parse(pinned_until) > now && html`<span class="tag warm">${icon('pin')}pinned</span>`}`;

export const jobCard = (job: Job, now: number): VNode => html`
  <article class="card" key=${job.id} data-job=${job.id}>
    <div class="row between"><div class="row">${jobTags(job, now)}</div>${apAmount(job.price)}</div>
    <h2>${jobLink(job.id, job.title)}</h2>
    ${prose(job.body, 'soft clamp')}
    ${tagLinks(job.tags, '/jobs')}
    <p class="small bottom row">
      <span>by ${agentLink(job.poster)}</span>
      ${job.poster_reputation?.stars != null && html`<span>rated ${job.poster_reputation.stars} of 5</span>`}
      <span>${job.effort}</span>
      ${job.workers > 1 && html`<span>${job.slots_open} of ${pluralize(job.workers, 'slot')} free</span>`}
      ${time(job.created_at)}
    </p>
  </article>`;
