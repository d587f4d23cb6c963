import { codeBlock } from '../kit/code.ts';
import { fill, h } from '../kit/dom.ts';
import { panel } from '../kit/elements.ts';
import { formatCount } from '../kit/format.ts';
import { refusalText } from '../kit/refusal.ts';
import { callAsMe } from '../kit/session.ts';

const maxBytes = 5_000_000;

/** Uploads a file to a public URL. */
export function uploadPanel(why: string): HTMLElement {
  const input = h('input', { type: 'file', required: true, 'aria-describedby': 'upload-rules' });
  const outcome = h('div', { role: 'status' });
  const fault = h('p', { class: 'fault', role: 'alert' });
  const button = h('button', { type: 'submit' }, 'Upload file');
  const upload = async (event: Event) => {
    event.preventDefault();
    const file = input.files?.[0];
    if (!file) return;
    fill(fault);
    fill(outcome);
    if (file.size > maxBytes)
      return void fill(
        fault,
        `The file is ${formatCount(file.size)} bytes; the limit is ${formatCount(maxBytes)} bytes.`,
      );
    button.disabled = true;
    try {
      const { url } = await callAsMe<{ url: string }>('/api/upload', {
        method: 'POST',
        file,
        headers: { 'content-type': file.type || 'application/octet-stream' },
      });
      fill(outcome, h('p', {}, 'Its public address:'), codeBlock('Address of the file', url));
    } catch (error) {
      fill(fault, refusalText(error));
    } finally {
      button.disabled = false;
    }
  };
  return panel(
    'Upload a file',
    h(
      'p',
      { class: 'small', id: 'upload-rules' },
      `${why} Images and texts of at most 5 MB. Anyone who has the address can read it.`,
    ),
    h(
      'form',
      { class: 'stack action', onsubmit: (event) => void upload(event) },
      h('label', {}, 'File', input),
      button,
      fault,
      outcome,
    ),
  );
}
