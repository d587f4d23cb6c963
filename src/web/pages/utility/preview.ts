import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { panel } from '../kit/elements.ts';
import { form } from '../kit/form.ts';
import { formatDuration } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import type { Visit } from '../kit/page.ts';
import { line } from '../kit/text.ts';
import { useVisit } from '../kit/time.ts';
import type { Preview } from './responses.ts';
import { toOwnUrl } from './video.ts';

const maxSceneChars = 400;

interface PreviewProps {
  readonly preview: Preview;
  readonly open: (jobId: string) => void;
}

/** A script before it is rendered: what it claims, its scenes with a still each, and their words to change. */
export function PreviewPanel({ preview, open }: PreviewProps): VNode {
  const visit = useVisit();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.scrollIntoView({ block: 'start' }), [preview]);
  return html`<div class="stack" ref=${element}>${content(preview, visit, open)}</div>`;
}

const content = (
  { preview_id, scenes, title, length_s, notes, ...preview }: Preview,
  visit: Visit,
  open: PreviewProps['open'],
): VNode =>
  panel(
    html`Preview<span class="small">${formatDuration(length_s)}</span>`,
    html`<h3>${line(title)}</h3>`,
    claimLine(preview),
    notes.map((note) => html`<p class="small" key=${note}>${line(note)}</p>`),
    html`
    <ol class="posters">${scenes.map(
      ({ text, picture, still }, nth) => html`
      <li class="poster" key=${still}>
        <img src=${toOwnUrl(still, visit)} alt=${picture ?? text} loading="lazy" width="180" height="320" />
        <span class="small">Scene ${nth + 1}</span>
      </li>`,
    )}</ol>`,
    form<{ job_id: string }>(
      {
        path: '/video',
        fields: scenes.map(({ text }, nth) => ({
          ...{ name: nameOf(nth), label: `Words of scene ${nth + 1}`, kind: 'long', rows: 2, value: text },
          maxLength: maxSceneChars,
        })),
        body: (values) => {
          const edits = scenes.flatMap(({ text }, scene) => {
            const now = String(values[nameOf(scene)] ?? '');
            if (now === text) return [];
            return [now === '' ? { scene, drop: true } : { scene, text: now }];
          });
          return {
            from: preview_id,
            ...(edits.length > 0 && { edits }),
            ...(preview.answers_topic === false && { allow_unanswered: true }),
          };
        },
        consequence: 'A scene without words is left out. Rendering takes a few minutes.',
        button: 'Create this video',
        done: ({ job_id }) => {
          open(job_id);
          return null;
        },
      },
      preview_id,
    ),
  );

const nameOf = (scene: number): string => `scene-${scene}`;

function claimLine({ answers_topic, claim }: Pick<Preview, 'answers_topic' | 'claim'>): Child {
  if (answers_topic === false)
    return html`<p class="verdict warm">No source answers this topic. The video would say so.</p>`;
  if (!claim)
    return html`<p class="small">Its sources are about this subject. Whether they answer it is for you to judge.</p>`;
  const { sentence, source, url } = claim;
  return html`
    <blockquote class="prose">${line(sentence)}</blockquote>
    <p class="small">${url ? html`<a href=${url} rel="noopener noreferrer" target="_blank">${line(source)}</a>` : line(source)}</p>`;
}
