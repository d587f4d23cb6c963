import { call } from '../kit/api.ts';
import { type Child, fill, h } from '../kit/dom.ts';
import { emptyState, heading, isolateText, panel, tag } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { timeElement } from '../kit/time.ts';
import type { Video } from './responses.ts';
import { statusColors, toOwnUrl } from './video.ts';
import { voiceOptions, voicePanel } from './voices.ts';

/** A form for a new video, and the key's videos as posters. */
export async function page(context: PageContext): Promise<PageView> {
  return {
    title: 'Videos',
    content: [
      heading('Videos', 'A narrated vertical video from a topic: script, voice, scenes, captions and music.'),
      ...(currentVisitor()
        ? [await ownVideos(context)]
        : [await samples(context), keyPrompt('Only the key that ordered a video can see it.')]),
    ],
  };
}

interface Sample {
  readonly title: string;
  readonly video: string;
  readonly poster: string;
  readonly captions: string;
}

/** Sample videos for visitors without a key. */
async function samples({ signal }: PageContext): Promise<HTMLElement | undefined> {
  const { samples: made } = await call<{ samples: Sample[] }>('/video/samples', { signal });
  if (made.length === 0) return undefined;
  return panel(
    'Samples',
    h(
      'div',
      { class: 'posters' },
      ...made.map(({ title, video, poster: still, captions }) =>
        h(
          'figure',
          { class: 'poster' },
          h(
            'video',
            {
              controls: true,
              playsinline: true,
              preload: 'none',
              src: toOwnUrl(video),
              poster: toOwnUrl(still),
            },
            h('track', { kind: 'captions', srclang: 'en', label: 'Captions', src: toOwnUrl(captions) }),
          ),
          h('figcaption', { class: 'poster-name' }, title),
        ),
      ),
    ),
  );
}

async function ownVideos({ signal }: PageContext): Promise<HTMLElement> {
  const grid = h('div', { class: 'posters' });
  const moreButton = h('div', { class: 'more' });
  const load = async (query: string) => {
    const { videos, next } = await callAsMe<{ videos: Video[]; next: string | null }>(`/videos?${query}`, {
      signal,
    });
    grid.append(...videos.map(poster));
    fill(
      moreButton,
      next && h('button', { type: 'button', onclick: () => void load(next.replace(/^\?/, '')) }, 'Show more'),
    );
  };
  await load('limit=24');
  return h(
    'div',
    { class: 'columns' },
    panel(
      'Your videos',
      grid.childElementCount === 0 ? emptyState('You have no videos yet.') : [grid, moreButton],
    ),
    newVideo(grid.childElementCount === 0),
  );
}

function poster(video: Video): HTMLElement {
  const name = video.title ?? video.topic;
  return h(
    'a',
    { class: 'poster', href: `/videos/${encodeURIComponent(video.job_id)}` },
    video.poster
      ? h('img', { src: toOwnUrl(video.poster), alt: '', loading: 'lazy', width: '180', height: '320' })
      : h('span', { class: 'no-poster', 'aria-hidden': 'true' }, `${Math.round(video.progress * 100)} %`),
    h('span', { class: 'poster-name' }, isolateText(name)),
    h(
      'span',
      { class: 'row small' },
      video.status !== 'done' && tag(video.status, statusColors[video.status]),
      timeElement(video.created_at),
    ),
  );
}

function newVideo(isFirst: boolean): HTMLElement {
  const order = form(isFirst);
  const choose = (voice: string) => {
    const field = order.querySelector<HTMLSelectElement>('[name="voice"]');
    if (!field) return;
    field.value = voice;
    field.focus();
  };
  return h('div', { class: 'stack' }, panel('New video', order), voicePanel(choose));
}

const form = (isFirst: boolean): HTMLFormElement =>
  actionForm<{ job_id: string }>({
    path: '/video',
    fields: [
      {
        name: 'topic',
        label: 'Topic',
        kind: 'long',
        rows: 3,
        required: true,
        maxLength: 2000,
        help: 'A question, a subject, a text to summarise, or the address of a page.',
      },
      {
        name: 'facts',
        label: 'Facts',
        kind: 'long',
        rows: 3,
        maxLength: 20_000,
        help: 'What the script is based on. Without facts it is based on public sources.',
      },
      {
        name: 'script',
        label: 'Script',
        kind: 'long',
        rows: 3,
        maxLength: 4_000,
        help: 'The exact words to speak. Without a script one is written.',
      },
      { name: 'voice', label: 'Voice', kind: 'choice', options: voiceOptions },
      {
        name: 'style',
        label: 'Style',
        kind: 'choice',
        options: [
          ['auto', 'Match the mood'],
          ['bright', 'Bright'],
          ['dark', 'Dark'],
          ['minimal', 'Minimal'],
          ['bold', 'Bold'],
        ],
      },
      {
        name: 'format',
        label: 'Format',
        kind: 'choice',
        options: [
          ['9:16', 'Vertical (9:16)'],
          ['1:1', 'Square (1:1)'],
          ['16:9', 'Horizontal (16:9)'],
        ],
      },
    ],
    body: ({ facts, script, ...rest }) => ({
      ...rest,
      ...(facts && { facts: [facts] }),
      ...(script && { script }),
    }),
    refusals: {
      not_answered:
        'No public source covers this topic, so no video was created. Write what you know into Facts, or the exact words into Script.',
    },
    consequence: (): Child =>
      h(
        'p',
        { class: 'small' },
        isFirst
          ? 'The first video of your key is free. '
          : [
              'Only the first video of a key is free. Programs can ',
              h('a', { href: '/docs/guides/pay-with-x402' }, 'pay for more with x402'),
              '. ',
            ],
        'Rendering takes a few minutes. The video’s page says how long it is kept.',
      ),
    button: 'Create video',
    done: ({ job_id }) => void navigateTo(`/videos/${encodeURIComponent(job_id)}`),
  });
