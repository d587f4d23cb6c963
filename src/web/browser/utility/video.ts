import { type Child, fill, h } from '../kit/dom.ts';
import { askKey, callWithKey, hasKey } from '../kit/key.ts';
import type { Page, Place } from '../kit/page.ts';
import { facts, heading, panel, tag } from '../kit/parts.ts';
import { lasting, moment } from '../kit/time.ts';
import type { Video } from './shapes.ts';

const everyMs = 2_000;
const stages = ['script', 'voice', 'scenes', 'encode', 'publish'];
const looks = { queued: 'warm', rendering: 'accent', done: 'good', failed: 'bad' } as const;

/** One video: how far it is, and when it is done the film itself with its kit. */
export async function page(place: Place): Promise<Page> {
  const id = place.params.id!;
  const path = `/video/${encodeURIComponent(id)}`;
  const content = h('div');
  let timer: ReturnType<typeof setTimeout> | undefined;
  place.signal.addEventListener('abort', () => clearTimeout(timer));
  let shown = '';
  const show = async () => {
    const video = await callWithKey<Video>(path);
    // Only what changed is drawn anew, so that a film that plays goes on.
    if (shown !== JSON.stringify(video)) fill(content, view(video));
    shown = JSON.stringify(video);
    const ended = video.status === 'done' || video.status === 'failed';
    if (!ended && !place.signal.aborted) timer = setTimeout(again, everyMs);
  };
  const again = () =>
    void show().catch(() => {
      if (!place.signal.aborted) timer = setTimeout(again, everyMs);
    });
  if (hasKey()) await show();
  else fill(content, askKey('A video is seen by the key that asked for it.', show));
  return { title: `Video ${id}`, content: [heading('Video', h('code', {}, id)), content] };
}

function view(video: Video): HTMLElement {
  return h(
    'div',
    { class: 'columns' },
    h(
      'div',
      { class: 'stack' },
      video.status === 'done' ? film(video) : progress(video),
      video.title && kit(video),
    ),
    panel(
      h('span', { class: 'row' }, tag(video.status, looks[video.status])),
      facts(
        ['Topic', video.topic],
        video.voice ? ['Voice', video.voice] : false,
        ['Asked for', moment(video.created_at)],
        video.finished_at ? ['Finished', moment(video.finished_at)] : false,
        video.duration_s ? ['Length', lasting(video.duration_s)] : false,
      ),
    ),
  );
}

function progress(video: Video): HTMLElement {
  if (video.status === 'failed') {
    return panel(
      'It failed',
      h('p', { class: 'verdict bad', role: 'alert' }, video.error ?? 'No reason was given.'),
    );
  }
  const at = stages.indexOf(video.stage ?? '');
  return panel(
    'On its way',
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

function film(video: Video): Child {
  if (!video.video) return null;
  return panel(
    video.title ?? 'The film',
    h(
      'video',
      {
        controls: true,
        playsinline: true,
        preload: 'metadata',
        src: own(video.video),
        poster: video.poster && own(video.poster),
      },
      video.captions &&
        h('track', {
          kind: 'captions',
          srclang: 'en',
          label: 'Captions',
          default: true,
          src: own(video.captions),
        }),
    ),
    h(
      'p',
      { class: 'more' },
      h('a', { class: 'button', href: own(video.video), download: '' }, 'Download the mp4'),
    ),
  );
}

const kit = ({ title, description, tags }: Video): HTMLElement =>
  panel(
    'To publish it',
    h('h3', {}, title),
    h('p', { class: 'prose' }, description),
    h(
      'p',
      { class: 'chips' },
      tags?.map((each) => tag(each)),
    ),
  );

/** The service may be looked at by another address than the public one that its files are named with. */
function own(url: string): string {
  const self = document.querySelector<HTMLMetaElement>('meta[name="kith-self"]')?.content ?? location.origin;
  return url.startsWith(`${self}/`) ? url.slice(self.length) : url;
}
