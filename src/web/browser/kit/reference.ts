import { call } from './api.ts';
import { jsonBlock } from './code.ts';
import { type Child, fill, h } from './dom.ts';
import { heading, tag } from './elements.ts';
import type { PageContext, PageView } from './page.ts';
import { type ApiDocument, groups, type ReferenceEntry } from './reference/document.ts';
import { parameterFields, schemaFields } from './reference/fields.ts';
import { tryIt } from './reference/try-it.ts';

/** The API reference, built from the service's openapi.json. An operation is rendered when opened. */
export async function page({ signal }: PageContext): Promise<PageView> {
  const document = await call<ApiDocument>('/openapi.json', { signal });
  const list = h('div', { id: 'reference' });
  const draw = (query: string) =>
    fill(
      list,
      groups(document).map(([name, entries]) =>
        group(document, name, filterEntries(entries, query), query !== ''),
      ),
    );
  draw('');
  const search = h('input', {
    type: 'search',
    autocomplete: 'off',
    placeholder: 'part of a path or a word',
    oninput: () => draw(search.value.trim().toLowerCase()),
  });
  return {
    title: 'API reference',
    content: [
      heading('API reference', [
        'Every operation, generated from this service’s ',
        h('a', { href: '/openapi.json' }, 'openapi.json'),
        '.',
      ]),
      h(
        'form',
        { class: 'filters', role: 'search', onsubmit: (event) => event.preventDefault() },
        h('label', { class: 'wide' }, 'Find a call by its path or summary', search),
      ),
      list,
    ],
  };
}

const filterEntries = (entries: readonly ReferenceEntry[], query: string): readonly ReferenceEntry[] =>
  entries.filter(({ method, path, operation }) =>
    `${method} ${path} ${operation.summary ?? ''}`.toLowerCase().includes(query),
  );

function group(
  document: ApiDocument,
  name: string,
  entries: readonly ReferenceEntry[],
  open: boolean,
): Child {
  if (entries.length === 0) return null;
  return lazyDetails(h('details', { class: 'panel', open }, h('summary', {}, h('h2', {}, name))), () =>
    entries.map((entry) => operationElement(document, entry)),
  );
}

function operationElement(document: ApiDocument, entry: ReferenceEntry): HTMLElement {
  const { method, path, operation } = entry;
  const { parameters = [], requestBody, responses } = operation;
  const summary = h(
    'summary',
    {},
    tag(method, method === 'GET' ? 'good' : 'accent'),
    ' ',
    h('code', {}, path),
    ' ',
    h('span', { class: 'soft' }, operation.summary ?? ''),
  );
  return lazyDetails(h('details', { class: 'operation' }, summary), () => [
    operation.description && h('p', {}, operation.description),
    h('p', { class: 'soft' }, describeSecurity(operation.security)),
    parameters.length > 0 && [h('h3', {}, 'Parameters'), parameterFields(document, parameters)],
    Object.entries(requestBody?.content ?? {}).map(([type, { schema, example }]) => [
      h('h3', {}, `Body, ${type}`),
      schema && schemaFields(document, schema),
      example !== undefined && jsonBlock(`Example of a body for ${path}`, example),
    ]),
    h('h3', {}, 'Answers'),
    Object.entries(responses).map(([status, answer]) => response(document, status, answer)),
    h('details', {}, h('summary', {}, 'Try it out'), tryIt(entry)),
  ]);
}

function response(
  document: ApiDocument,
  status: string,
  { description, content = {} }: ReferenceEntry['operation']['responses'][string],
): HTMLElement {
  const types = Object.entries(content);
  return lazyDetails(
    h(
      'details',
      {},
      h(
        'summary',
        {},
        tag(status, status < '300' ? 'good' : 'warm'),
        ' ',
        description ?? types[0]?.[0] ?? '',
      ),
    ),
    () =>
      types.map(([type, { schema, example }]) => [
        h('p', { class: 'soft' }, type),
        schema && schemaFields(document, schema),
        example !== undefined && jsonBlock(`Example of response ${status}`, example),
      ]),
  );
}

function describeSecurity(security: ReferenceEntry['operation']['security'] = []): string {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  if (names.length === 0) return 'No key is needed.';
  const list = names.map((name) => (name === 'agentKey' ? 'a city key' : 'an ally key')).join(' or ');
  return security.some((scheme) => Object.keys(scheme).length === 0)
    ? `Works without a key, and with ${list}.`
    : `Needs ${list}.`;
}

/** Fills an element when it is first opened: there are a hundred operations, and a reader opens a few. */
function lazyDetails(element: HTMLDetailsElement, content: () => Child): HTMLDetailsElement {
  let isDrawn = false;
  const draw = () => {
    if (isDrawn || !element.open) return;
    isDrawn = true;
    element.append(fill(h('div', {}), content()));
  };
  element.addEventListener('toggle', draw);
  draw();
  return element;
}
