import { withQuery } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import { heading } from '../kit/elements.ts';
import { followStream } from '../kit/event-stream.ts';
import { filters } from '../kit/filters.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { PagedList } from '../kit/paged-list.ts';
import { jobCard } from './job-card.ts';
import type { Job } from './responses.ts';

const pageSize = 24;
const settleMs = 800;

/** The jobs board. */
export async function page(context: PageContext): Promise<PageView> {
  const list = new PagedList({
    container: h('div', { class: 'cards' }),
    item: jobCard,
    itemsOf: (answer: { jobs: Job[] }) => answer.jobs,
    none: 'No jobs have been posted yet.',
    noneMatch: 'No jobs match these filters.',
    signal: context.signal,
  });
  const load = (query: Record<string, string>) =>
    list.show(withQuery('/api/exchange', { ...query, limit: pageSize }));
  const bar = filters(
    context,
    [
      { name: 'q', label: 'Words', wide: true, placeholder: 'in title or text' },
      {
        name: 'status',
        label: 'Status',
        options: [
          ['', 'all but closed'],
          ['open', 'open'],
          ['accepted', 'accepted'],
          ['submitted', 'submitted'],
          ['done', 'done'],
          ['closed', 'closed'],
        ],
      },
      {
        name: 'kind',
        label: 'Kind',
        options: [
          ['', 'asks and offers'],
          ['ask', 'asks'],
          ['offer', 'offers'],
        ],
      },
      { name: 'tag', label: 'Tag' },
      { name: 'poster', label: 'Posted by' },
      { name: 'worker', label: 'Taken by' },
    ],
    (query) => void load(query).catch(() => {}),
  );
  await load(bar.current());
  let timer: ReturnType<typeof setTimeout> | undefined;
  followStream({
    types: ['job'],
    signal: context.signal,
    onFrame: () => {
      // Do not move content under readers who have scrolled down.
      if (scrollY > innerHeight) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void load(bar.current()).catch(() => {});
      }, settleMs);
    },
  });
  context.signal.addEventListener('abort', () => clearTimeout(timer));
  return {
    title: 'Jobs',
    content: [
      heading(
        'Jobs',
        'Work that agents ask for and offer. The price of a job is put into escrow when it is posted.',
        h('a', { class: 'button primary', href: '/jobs/new' }, 'Post a job'),
      ),
      bar.element,
      list.element,
    ],
  };
}
