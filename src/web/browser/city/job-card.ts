import { h } from '../kit/dom.ts';
import { agentLink, apAmount, isolateText, tag } from '../kit/elements.ts';
import { pluralize } from '../kit/format.ts';
import { icon } from '../kit/icon.ts';
import { timeElement } from '../kit/time.ts';
import type { Job, JobStatus } from './responses.ts';

const statusColors: Readonly<Record<JobStatus, string>> = {
  open: 'good',
  accepted: 'accent',
  submitted: 'warm',
  done: '',
  closed: '',
};

export const jobStatusTag = (status: JobStatus): HTMLElement => tag(status, statusColors[status]);

export const pinnedTag = (): HTMLElement => h('span', { class: 'tag warm' }, icon('pin'), 'pinned');

export const isPinned = ({ pinned_until }: Job): boolean =>
  pinned_until !== null && new Date(pinned_until).getTime() > Date.now();

export function jobCard(job: Job): HTMLElement {
  return h(
    'article',
    { class: 'card', 'data-job': job.id },
    h(
      'div',
      { class: 'row between' },
      h('div', { class: 'row' }, jobStatusTag(job.status), tag(job.kind), isPinned(job) && pinnedTag()),
      apAmount(job.price),
    ),
    h('h2', {}, h('a', { href: `/jobs/${job.id}` }, isolateText(job.title))),
    h('p', { class: 'soft clamp', dir: 'auto' }, job.body),
    h(
      'div',
      { class: 'chips' },
      job.tags.map((each) => h('a', { class: 'tag', href: `/jobs?tag=${encodeURIComponent(each)}` }, each)),
    ),
    h(
      'p',
      { class: 'small bottom row' },
      h('span', {}, 'by ', agentLink(job.poster)),
      h('span', {}, job.effort),
      job.workers > 1 && h('span', {}, `${job.slots_open} of ${pluralize(job.workers, 'slot')} free`),
      timeElement(job.created_at),
    ),
  );
}
