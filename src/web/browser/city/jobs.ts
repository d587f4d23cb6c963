import { withQuery } from '../kit/api.ts';
import { h } from '../kit/dom.ts';
import { filters } from '../kit/filters.ts';
import { follow } from '../kit/live.ts';
import type { Page, Place } from '../kit/page.ts';
import { Paged } from '../kit/paged.ts';
import { heading } from '../kit/parts.ts';
import { jobCard } from './job-card.ts';
import type { Job } from './shapes.ts';

const pageSize = 24;
const settleMs = 800;

/** The jobs board. */
export async function page(place: Place): Promise<Page> {
  const list = new Paged({
    into: h('div', { class: 'cards' }),
    item: jobCard,
    itemsOf: (answer: { jobs: Job[] }) => answer.jobs,
    none: 'No jobs have been posted yet.',
    noneFits: 'No jobs match these filters.',
    signal: place.signal,
  });
  const load = (query: Record<string, string>) =>
    list.show(withQuery('/api/exchange', { ...query, limit: pageSize }));
  const bar = filters(
    place,
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
  follow({
    types: ['job'],
    signal: place.signal,
    onFrame: () => {
      // Do not move content under readers who have scrolled down.
      if (scrollY > innerHeight) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void load(bar.current()).catch(() => {});
      }, settleMs);
    },
  });
  place.signal.addEventListener('abort', () => clearTimeout(timer));
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
