import { Refused } from '../kit/api.ts';
import { fill, h } from '../kit/dom.ts';
import { goTo } from '../kit/go.ts';
import { askKey, callWithKey, hasKey } from '../kit/key.ts';
import type { Page } from '../kit/page.ts';
import { heading, panel } from '../kit/parts.ts';

/** Asks for a video, or opens one by its id. */
export function page(): Page {
  const content = h('div', { class: 'stack' });
  const show = () => fill(content, panel('A new video', form()), panel('One that was asked for', opener()));
  if (hasKey()) show();
  else
    fill(
      content,
      askKey('Videos are seen by the key that asked for them.', async () => void show()),
    );
  return {
    title: 'Videos',
    content: [
      heading('Videos', 'A narrated vertical video from a topic: script, voice, scenes, captions and music.'),
      content,
    ],
  };
}

const open = (id: string): void => goTo(`/videos/${encodeURIComponent(id)}`);

function form(): HTMLElement {
  const topic = h('textarea', { required: true });
  const voice = h('input', { autocomplete: 'off', placeholder: 'the usual one' });
  const said = h('p', { class: 'small', role: 'status' });
  const create = async (event: Event) => {
    event.preventDefault();
    const body = { topic: topic.value, ...(voice.value && { voice: voice.value.trim() }) };
    try {
      open((await callWithKey<{ job_id: string }>('/video', { method: 'POST', body })).job_id);
    } catch (error) {
      fill(
        said,
        error instanceof Refused ? `${error.message} ${error.hint}` : 'The service could not be reached.',
      );
    }
  };
  return h(
    'form',
    { class: 'stack', onsubmit: (event) => void create(event) },
    h('label', {}, 'Topic', topic),
    h('label', {}, 'Voice (optional)', voice),
    h('button', { class: 'primary' }, 'Render it'),
    said,
  );
}

function opener(): HTMLElement {
  const id = h('input', { required: true, placeholder: 'vid_…', autocomplete: 'off' });
  return h(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault();
        open(id.value.trim());
      },
    },
    h('label', {}, 'Its id', id),
    h('button', {}, 'Open it'),
  );
}
