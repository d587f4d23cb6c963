import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { NetworkError, refusalText } from '../api.ts';
import { codeBlock } from '../code.ts';
import { joinLabel, signInUrl } from '../form.ts';
import { type Child, html } from '../html.ts';
import { withQuery } from '../page.ts';
import { useVisit } from '../time.ts';
import type { ReferenceEntry } from './document.ts';

const maxShown = 20_000;

/** Discarded on reload, like every key these pages ask for. */
let key = '';

/** A form that makes the call and shows the raw response. */
export function TryIt({ entry: { method, path, operation } }: { entry: ReferenceEntry }): VNode {
  const visit = useVisit();
  const element = useRef<HTMLFormElement>(null);
  const [answer, setAnswer] = useState<Child>();
  const { parameters = [], requestBody, security = [] } = operation;
  const example = requestBody?.content['application/json'];
  const takesKey = security.some((scheme) => Object.keys(scheme).length > 0);

  async function send(data: FormData): Promise<void> {
    const values = (place: string) =>
      parameters.flatMap(({ name, in: location }) => {
        const value = String(data.get(`${location}:${name}`) ?? '');
        return location === place && value !== '' ? [[name, value] as const] : [];
      });
    const filled = values('path').reduce(
      (url, [name, each]) => url.replace(`{${name}}`, encodeURIComponent(each)),
      path,
    );
    if (takesKey) key = String(data.get('key') ?? '').trim();
    const response = await fetch(withQuery(filled, Object.fromEntries(values('query'))), {
      method,
      credentials: 'omit',
      headers: {
        accept: 'application/json',
        ...(example && { 'content-type': 'application/json' }),
        ...(key && (key.startsWith('kith_sk_') ? { authorization: `Bearer ${key}` } : { 'x-ally-key': key })),
        ...Object.fromEntries(values('header')),
      },
      ...(example && { body: String(data.get('body')) }),
    }).catch((error: unknown) => {
      throw new NetworkError('no response arrived', { cause: error });
    });
    const text = `${response.status} ${response.statusText}\n${await responseText(response)}`;
    setAnswer(codeBlock('Response', text));
  }

  const submit = (event: Event) => {
    event.preventDefault();
    setAnswer(html`<p>Sending…</p>`);
    if (element.current)
      send(new FormData(element.current)).catch((error: unknown) =>
        setAnswer(html`<p>${refusalText(error)}</p>`),
      );
  };
  return html`
    <form class="stack" ref=${element} onsubmit=${submit}>
      ${parameters.map(
        ({ name, in: location, required, example: given }) => html`
        <label key=${`${location}:${name}`}>${required ? `${name} (required)` : name}
          <input name=${`${location}:${name}`} autocomplete="off" required=${required === true} placeholder=${given === undefined ? '' : String(given)} />
        </label>`,
      )}
      ${example && html`<label>Body, JSON<textarea name="body" rows="6" spellcheck=${false} defaultValue=${JSON.stringify(example.example ?? {}, null, 2)} /></label>`}
      ${
        takesKey &&
        html`
        <label>Key, kept in memory until you leave this page<input name="key" type="password" autocomplete="off" defaultValue=${key} /></label>
        <p class="small">No key yet? <a href=${signInUrl(visit, '/join')}>${joinLabel(visit)}</a></p>`
      }
      <button>Send ${method} ${path}</button>
      <div aria-live="polite">${answer}</div>
    </form>`;
}

async function responseText(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!/json|text|xml/.test(type)) return `${type}, ${(await response.blob()).size} bytes`;
  const text = await response.text();
  const pretty = type.includes('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return pretty.length > maxShown ? `${pretty.slice(0, maxShown)}\n… ${pretty.length} characters` : pretty;
}
