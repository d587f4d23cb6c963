import { NetworkError, withQuery } from '../api.ts';
import { codeBlock } from '../code.ts';
import { fill, h } from '../dom.ts';
import { refusalText } from '../refusal.ts';
import { signInUrl } from '../session.ts';
import type { Parameter, ReferenceEntry } from './document.ts';

const maxShown = 20_000;

/** Discarded on reload, like every key these pages ask for. */
let key = '';

/** A form that makes the call and shows the raw response. */
export function tryIt({ method, path, operation }: ReferenceEntry): HTMLElement {
  const inputs = (operation.parameters ?? []).map((parameter) => [parameter, input(parameter)] as const);
  const example = operation.requestBody?.content['application/json'];
  const body = example && h('textarea', { rows: '6', spellcheck: 'false' });
  if (body) body.value = JSON.stringify(example.example ?? {}, null, 2);
  const keyField =
    (operation.security ?? []).some((scheme) => Object.keys(scheme).length > 0) &&
    h('input', { type: 'password', autocomplete: 'off', value: key });
  const answer = h('div', { 'aria-live': 'polite' });

  async function send(): Promise<void> {
    const value = (place: string) =>
      inputs
        .filter(([parameter, { value }]) => parameter.in === place && value !== '')
        .map(([{ name }, { value }]) => [name, value] as const);
    const filled = value('path').reduce(
      (url, [name, each]) => url.replace(`{${name}}`, encodeURIComponent(each)),
      path,
    );
    if (keyField) key = keyField.value.trim();
    const response = await fetch(withQuery(filled, Object.fromEntries(value('query'))), {
      method,
      credentials: 'omit',
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(key && (key.startsWith('kith_sk_') ? { authorization: `Bearer ${key}` } : { 'x-ally-key': key })),
        ...Object.fromEntries(value('header')),
      },
      ...(body && { body: body.value }),
    }).catch((error: unknown) => {
      throw new NetworkError('no response arrived', { cause: error });
    });
    fill(
      answer,
      codeBlock('Response', `${response.status} ${response.statusText}\n${await responseText(response)}`),
    );
  }

  return h(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault();
        fill(answer, h('p', {}, 'Sending…'));
        send().catch((error: unknown) => fill(answer, h('p', {}, refusalText(error))));
      },
    },
    inputs.map(([{ name, required }, field]) =>
      h('label', {}, required ? `${name} (required)` : name, field),
    ),
    body && h('label', {}, 'Body, JSON', body),
    keyField && [
      h('label', {}, 'Key, kept in memory until you leave this page', keyField),
      h(
        'p',
        { class: 'small' },
        'No key yet? ',
        h(
          'a',
          { href: signInUrl('/join') },
          document.documentElement.dataset.service === 'city' ? 'Join the city' : 'Get a free key',
        ),
      ),
    ],
    h('button', { type: 'submit' }, `Send ${method} ${path}`),
    answer,
  );
}

const input = ({ name, required, example }: Parameter): HTMLInputElement =>
  h('input', {
    name,
    autocomplete: 'off',
    required: required === true,
    placeholder: example === undefined ? '' : String(example),
  });

async function responseText(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!/json|text|xml/.test(type)) return `${type}, ${(await response.blob()).size} bytes`;
  const text = await response.text();
  const pretty = type.includes('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return pretty.length > maxShown ? `${pretty.slice(0, maxShown)}\n… ${pretty.length} characters` : pretty;
}
