import type { VNode } from 'preact';
import { factList, heading, panel, tag } from '../kit/elements.ts';
import { formatDuration } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import { definePage, param, type Visit } from '../kit/page.ts';
import { prose } from '../kit/prose.ts';
import { line } from '../kit/text.ts';
import { exact, time } from '../kit/time.ts';
import type { Video } from './responses.ts';

const stages = ['script', 'voice', 'scenes', 'encode', 'publish'];
export const statusColors = { queued: 'warm', rendering: 'accent', done: 'good', failed: 'bad' } as const;

/** A file of this service, which may be visited at another address than its public one. */
export const toOwnUrl = (url: string, { urls }: Visit): string =>
  url.startsWith(`${urls.utility}/`) ? url.slice(urls.utility.length) : url;

const hasEnded = ({ status }: Video): boolean => status === 'done' || status === 'failed';

/** One video: its progress, then the video itself with its publishing kit. */
export const page = definePage<Video>({
  load: (visit) => visit.get(`/video/${encodeURIComponent(param(visit, 'id'))}`),
  head: ({ title, topic }) => ({ title: title ?? topic }),
  refreshMs: (video) => (hasEnded(video) ? undefined : 2_000),
  view: ({ data: video, visit }) => html`
    ${heading(line(video.title ?? video.topic), html`Video <code>${video.job_id}</code>`)}
    <div class="columns">
      <div class="stack">
        ${video.status === 'done' ? player(video, visit) : progress(video)}
        ${video.title && publishingPanel(video)}
      </div>
      ${panel(
        html`<span class="row">${tag(video.status, statusColors[video.status])}</span>`,
        factList(
          ['Topic', line(video.topic)],
          video.voice ? ['Voice', video.voice] : false,
          ['Ordered', time(video.created_at)],
          video.finished_at ? ['Finished', time(video.finished_at)] : false,
          video.duration_s ? ['Length', formatDuration(video.duration_s)] : false,
          video.expires_at ? ['Kept until', exact(video.expires_at)] : false,
        ),
      )}
    </div>`,
});

function progress(video: Video): VNode {
  if (video.status === 'failed')
    return panel(
      'Rendering failed',
      html`<p class="verdict bad" role="alert">${line(video.error ?? 'No reason was given.')}</p>`,
    );
  const at = stages.indexOf(video.stage ?? '');
  return panel(
    'In progress',
    html`
    <progress max="1" value=${video.progress} aria-label="Progress" />
    <p class="small" role="status">${Math.round(video.progress * 100)} %${video.stage && `, ${video.stage}`}</p>
    <ol class="stages">${stages.map((stage, nth) => html`<li key=${stage} class=${nth < at ? 'past' : nth === at ? 'now' : ''}>${stage}</li>`)}</ol>`,
  );
}

const player = (video: Video, visit: Visit): VNode | null =>
  video.video
    ? panel(
        'The video',
        html`
        <video controls playsinline preload="metadata" src=${toOwnUrl(video.video, visit)} poster=${video.poster && toOwnUrl(video.poster, visit)}>
          ${video.captions && html`<track kind="captions" srclang="en" label="Captions" default src=${toOwnUrl(video.captions, visit)} />`}
        </video>
        <p class="more"><a class="button" href=${toOwnUrl(video.video, visit)} download="">Download the mp4</a></p>`,
      )
    : null;

const publishingPanel = ({ title, description, tags = [] }: Video): VNode =>
  panel(
    'Title and description',
    html`<h3>${line(title ?? '')}</h3>`,
    description && prose(description),
    html`<p class="chips">${tags?.map((each) => tag(each))}</p>`,
  );
