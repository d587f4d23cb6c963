import { type Child, fill, h } from '../kit/dom.ts';
import { factList, heading, isolateText, panel, tag } from '../kit/elements.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { param } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { formatDuration, formatExact, timeElement } from '../kit/time.ts';
import type { Video } from './responses.ts';

const refreshMs = 2_000;
const stages = ['script', 'voice', 'scenes', 'encode', 'publish'];
export const statusColors = { queued: 'warm', rendering: 'accent', done: 'good', failed: 'bad' } as const;

/** One video: its progress, then the video itself with its publishing kit. */
export async function page(context: PageContext): Promise<PageView> {
  const id = param(context, 'id');
  const path = `/video/${encodeURIComponent(id)}`;
  const content = h('div');
  let timer: ReturnType<typeof setTimeout> | undefined;
  context.signal.addEventListener('abort', () => clearTimeout(timer));
  let shownJson = '';
  const show = async () => {
    const video = await callAsMe<Video>(path);
    // Redrawn only on changes, so that a video keeps playing.
    if (shownJson !== JSON.stringify(video)) fill(content, view(video));
    shownJson = JSON.stringify(video);
    const hasEnded = video.status === 'done' || video.status === 'failed';
    if (!hasEnded && !context.signal.aborted) timer = setTimeout(refreshLater, refreshMs);
  };
  const refreshLater = () =>
    void show().catch(() => {
      if (!context.signal.aborted) timer = setTimeout(refreshLater, refreshMs);
    });
  if (currentVisitor()) await show();
  else fill(content, keyPrompt('Only the key that ordered a video can see it.'));
  return { title: `Video ${id}`, content: [heading('Video', h('code', {}, id)), content] };
}

function view(video: Video): HTMLElement {
  return h(
    'div',
    { class: 'columns' },
    h(
      'div',
      { class: 'stack' },
      video.status === 'done' ? player(video) : progress(video),
      video.title && publishingPanel(video),
    ),
    panel(
      h('span', { class: 'row' }, tag(video.status, statusColors[video.status])),
      factList(
        ['Topic', isolateText(video.topic)],
        video.voice ? ['Voice', video.voice] : false,
        ['Ordered', timeElement(video.created_at)],
        video.finished_at ? ['Finished', timeElement(video.finished_at)] : false,
        video.duration_s ? ['Length', formatDuration(video.duration_s)] : false,
        video.expires_at ? ['Kept until', formatExact(video.expires_at)] : false,
      ),
    ),
  );
}

function progress(video: Video): HTMLElement {
  if (video.status === 'failed') {
    return panel(
      'Rendering failed',
      h('p', { class: 'verdict bad', role: 'alert', dir: 'auto' }, video.error ?? 'No reason was given.'),
    );
  }
  const at = stages.indexOf(video.stage ?? '');
  return panel(
    'In progress',
    h('progress', { max: 1, value: video.progress, 'aria-label': 'Progress' }),
    h(
      'p',
      { class: 'small', role: 'status' },
      `${Math.round(video.progress * 100)} %`,
      video.stage && `, ${video.stage}`,
    ),
    h(
      'ol',
      { class: 'stages' },
      stages.map((stage, index) =>
        h('li', { class: index < at ? 'past' : index === at ? 'now' : '' }, stage),
      ),
    ),
  );
}

function player(video: Video): Child {
  if (!video.video) return null;
  return panel(
    video.title ? isolateText(video.title) : 'The video',
    h(
      'video',
      {
        controls: true,
        playsinline: true,
        preload: 'metadata',
        src: toOwnUrl(video.video),
        poster: video.poster && toOwnUrl(video.poster),
      },
      video.captions &&
        h('track', {
          kind: 'captions',
          srclang: 'en',
          label: 'Captions',
          default: true,
          src: toOwnUrl(video.captions),
        }),
    ),
    h(
      'p',
      { class: 'more' },
      h('a', { class: 'button', href: toOwnUrl(video.video), download: '' }, 'Download the mp4'),
    ),
  );
}

const publishingPanel = ({ title, description, tags }: Video): HTMLElement =>
  panel(
    'Title and description',
    h('h3', { dir: 'auto' }, title),
    h('p', { class: 'prose', dir: 'auto' }, description),
    h(
      'p',
      { class: 'chips' },
      tags?.map((each) => tag(each)),
    ),
  );

/** The service may be visited at a different URL than the public one in file links. */
export function toOwnUrl(url: string): string {
  const self = document.querySelector<HTMLMetaElement>('meta[name="kith-self"]')?.content ?? location.origin;
  return url.startsWith(`${self}/`) ? url.slice(self.length) : url;
}
