import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { columns, emptyState, heading, panel, tag } from '../kit/elements.ts';
import { form, signInToAct } from '../kit/form.ts';
import { type Child, html } from '../kit/html.ts';
import { pagedList } from '../kit/lists.ts';
import { definePage, pickQuery, type Visit, withQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { time, useVisit } from '../kit/time.ts';
import { fillField } from '../kit/upload.ts';
import { PreviewPanel } from './preview.ts';
import type { Preview, Video } from './responses.ts';
import { statusColors, toOwnUrl } from './video.ts';
import { Voices, voiceOptions } from './voices.ts';

interface Sample {
  readonly title: string;
  readonly video: string;
  readonly poster: string;
  readonly captions: string;
}

interface OwnVideos {
  readonly videos: readonly Video[];
  readonly next: string | null;
}

/** The key's videos, or samples for visitors. */
type Videos = { readonly own: OwnVideos } | { readonly samples: readonly Sample[] };

const lead = 'A narrated vertical video from a topic: script, voice, scenes, captions and music.';

/** A form for a new video, and the key's videos as posters. */
export const page = definePage<Videos>({
  load: async ({ get, visitor, query }) =>
    visitor
      ? { own: await get<OwnVideos>(withQuery('/videos', { ...pickQuery(query, ['before_id']), limit: 24 })) }
      : { samples: (await get<{ samples: Sample[] }>('/video/samples')).samples },
  head: () => ({ title: 'Videos', description: lead }),
  refreshMs: (data) =>
    'own' in data && data.own.videos.some(({ status }) => status === 'queued' || status === 'rendering')
      ? 5_000
      : undefined,
  view: ({ data, visit }) => html`
    ${heading('Videos', lead)}
    ${
      'own' in data
        ? html`<${OwnVideos} own=${data.own} />`
        : [
            data.samples.length > 0 && panel('Samples', samples(data.samples, visit)),
            panel('Your videos', signInToAct(visit, 'Only the key that ordered a video can see it.')),
          ]
    }`,
});

/** Sample videos for visitors without a key. */
const samples = (all: readonly Sample[], visit: Visit): VNode => html`
  <div class="posters">${all.map(
    ({ title, video, poster, captions }) => html`
    <figure class="poster" key=${video}>
      <video controls playsinline preload="none" src=${toOwnUrl(video, visit)} poster=${toOwnUrl(poster, visit)}>
        <track kind="captions" srclang="en" label="Captions" src=${toOwnUrl(captions, visit)} />
      </video>
      <figcaption class="poster-name">${title}</figcaption>
    </figure>`,
  )}</div>`;

/** The videos of the key beside the form for a new one, whose preview has the width of the page. */
function OwnVideos({ own }: { own: OwnVideos }): VNode {
  const visit = useVisit();
  const [preview, setPreview] = useState<Preview>();
  return html`
    <div class="stack">
      ${preview && html`<${PreviewPanel} preview=${preview} open=${openVideo} />`}
      ${columns(
        panel('Your videos', ownVideos(own, visit)),
        html`<${NewVideo} isFirst=${own.videos.length === 0} show=${setPreview} />`,
      )}
    </div>`;
}

const ownVideos = (first: OwnVideos, visit: Visit): Child =>
  first.videos.length === 0
    ? emptyState('You have no videos yet.')
    : pagedList<Video, OwnVideos>({
        first,
        path: '/videos',
        itemsOf: ({ videos }) => videos,
        keyOf: ({ job_id }) => job_id,
        draw: (videos) => html`<div class="posters">${videos.map((each) => poster(each, visit))}</div>`,
        none: 'You have no videos yet.',
      });

const poster = (video: Video, visit: Visit): VNode => html`
  <a class="poster" key=${video.job_id} href=${`/videos/${encodeURIComponent(video.job_id)}`}>
    ${
      video.poster
        ? html`<img src=${toOwnUrl(video.poster, visit)} alt="" loading="lazy" width="180" height="320" />`
        : html`<span class="no-poster" aria-hidden="true">${Math.round(video.progress * 100)} %</span>`
    }
    <span class="poster-name">${line(video.title ?? video.topic)}</span>
    <span class="row small">${video.status !== 'done' && tag(video.status, statusColors[video.status])}${time(video.created_at)}</span>
  </a>`;

interface NewVideoProps {
  readonly isFirst: boolean;
  readonly show: (preview: Preview) => void;
}

function NewVideo({ isFirst, show }: NewVideoProps): VNode {
  const element = useRef<HTMLDivElement>(null);
  const choose = (voice: string) => {
    const order = element.current?.querySelector('form');
    fillField(order, 'voice', voice);
    const field = order?.elements.namedItem('voice');
    if (field instanceof HTMLElement) field.focus();
  };
  return html`
    <div class="stack" ref=${element}>
      ${panel('New video', order(isFirst, show))}
      ${panel('Voices', html`<${Voices} choose=${choose} />`)}
    </div>`;
}

const openVideo = (jobId: string): void => location.assign(`/videos/${encodeURIComponent(jobId)}`);

const order = (isFirst: boolean, show: (preview: Preview) => void): VNode =>
  form<{ job_id: string } | Preview>({
    path: '/video',
    draft: 'new-video',
    fields: [
      {
        ...{ name: 'topic', label: 'Topic', kind: 'long', rows: 3, required: true, maxLength: 2_000 },
        help: 'A question, a subject, a text to summarise, or the address of a page.',
      },
      {
        ...{ name: 'facts', label: 'Facts', kind: 'long', rows: 3, maxLength: 20_000 },
        help: 'What the script is based on. Without facts it is based on public sources.',
      },
      {
        ...{ name: 'script', label: 'Script', kind: 'long', rows: 3, maxLength: 4_000 },
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
      { name: 'preview', label: 'Preview it first, free', kind: 'check' },
    ],
    keep: (answer) => !('job_id' in answer),
    body: ({ facts, script, voice, preview, ...rest }) => ({
      ...rest,
      ...(preview && { preview }),
      ...(voice ? { voice } : { narration: false }),
      ...(facts && { facts: [facts] }),
      ...(script && { script }),
    }),
    refusals: {
      unanswered:
        'No public source covers this topic, so no video was created. Write what you know into Facts, or the exact words into Script.',
    },
    consequence: () => html`
      <p class="small">
        ${isFirst ? 'The first video of your key is free.' : html`Only the first video of a key is free. Programs can <a href="/docs/guides/pay-with-x402">pay for more with x402</a>.`}
        ${' '}Rendering takes a few minutes. The video’s page says how long it is kept.
      </p>`,
    button: ({ preview }) => (preview ? 'Preview' : 'Create video'),
    done: (answer) => {
      if (!('job_id' in answer)) {
        show(answer);
        return 'The preview is at the top of this page.';
      }
      openVideo(answer.job_id);
      return null;
    },
  });
