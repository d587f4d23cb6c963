import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { call, refusalText } from './api.ts';
import { jsonBlock } from './code.ts';
import { emptyState, heading, tag } from './elements.ts';
import { type Child, html } from './html.ts';
import { filters } from './lists.ts';
import { definePage } from './page.ts';
import { type ApiDocument, groups, type Operation, type ReferenceEntry } from './reference/document.ts';
import { parameterFields, schemaFields } from './reference/fields.ts';
import { TryIt } from './reference/try-it.ts';

interface ListedOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

type ListedGroup = readonly [name: string, operations: readonly ListedOperation[]];

/** The API reference, built from the service's openapi.json, which is read when an operation is opened. */
export const page = definePage<{ readonly groups: readonly ListedGroup[] }>({
  load: async ({ get }) => ({
    groups: groups(await get<ApiDocument>('/openapi.json')).map(([name, entries]) => [
      name,
      entries.map(({ method, path, operation: { summary = '' } }) => ({ method, path, summary })),
    ]),
  }),
  head: ({ groups: all }) => ({
    title: 'API reference',
    description: `All ${all.flatMap(([, operations]) => operations).length} operations, generated from openapi.json.`,
  }),
  view: ({ data, visit: { query } }) => {
    const words = (query.get('q') ?? '').toLowerCase();
    const found = data.groups.flatMap(([name, operations]) => {
      const matching = operations.filter(({ method, path, summary }) =>
        `${method} ${path} ${summary}`.toLowerCase().includes(words),
      );
      return matching.length > 0 ? [[name, matching] as const] : [];
    });
    return html`
      ${heading('API reference', html`Every operation, generated from this service’s <a href="/openapi.json">openapi.json</a>.`)}
      ${filters({ name: 'q', label: 'Find a call by its path or summary', placeholder: 'part of a path or a word' })}
      <div id="reference">
        ${found.length === 0 && emptyState('No operation matches.')}
        ${found.map(
          ([name, operations]) => html`
          <details class="panel" key=${name} open=${words !== ''}>
            <summary><h2>${name}</h2></summary>
            <div>${operations.map((each) => html`<${OperationView} key=${`${each.method} ${each.path}`} listed=${each} />`)}</div>
          </details>`,
        )}
      </div>`;
  },
});

let reading: Promise<ApiDocument> | undefined;

/** An operation, whose details are drawn when it is opened: there are a hundred, and a reader opens a few. */
function OperationView({ listed: { method, path, summary } }: { listed: ListedOperation }): VNode {
  const [document, setDocument] = useState<ApiDocument | undefined>();
  const [fault, setFault] = useState('');
  const open = async () => {
    try {
      reading ??= call<ApiDocument>('/openapi.json');
      setDocument(await reading);
    } catch (error) {
      reading = undefined;
      setFault(refusalText(error));
    }
  };
  const operation = document?.paths[path]?.[method.toLowerCase()];
  return html`
    <details class="operation" ontoggle=${open}>
      <summary>${tag(method, method === 'GET' ? 'good' : 'accent')} <code>${path}</code> <span class="soft">${summary}</span></summary>
      ${fault && html`<p class="fault" role="alert">${fault}</p>`}
      ${document && operation && html`<div>${details(document, { method, path, operation })}</div>`}
    </details>`;
}

function details(document: ApiDocument, entry: ReferenceEntry): Child {
  const { path, operation } = entry;
  const { parameters = [], requestBody, responses } = operation;
  return html`
    ${operation.description && html`<p>${operation.description}</p>`}
    <p class="soft">${describeSecurity(operation)}</p>
    ${parameters.length > 0 && html`<h3>Parameters</h3>${parameterFields(document, parameters)}`}
    ${Object.entries(requestBody?.content ?? {}).map(
      ([type, { schema, example }]) => html`
      <h3>Body, ${type}</h3>
      ${schema && schemaFields(document, schema)}
      ${example !== undefined && jsonBlock(`Example of a body for ${path}`, example)}`,
    )}
    <h3>Responses</h3>
    ${Object.entries(responses).map(([status, answer]) => response(document, status, answer))}
    <details><summary>Try it out</summary><${TryIt} entry=${entry} /></details>`;
}

function response(
  document: ApiDocument,
  status: string,
  { description, content = {} }: Operation['responses'][string],
): VNode {
  const types = Object.entries(content);
  return html`
    <details key=${status}>
      <summary>${tag(status, status < '300' ? 'good' : 'warm')} ${description ?? types[0]?.[0]}</summary>
      ${types.map(
        ([type, { schema, example }]) => html`
        <p class="soft">${type}</p>
        ${schema && schemaFields(document, schema)}
        ${example !== undefined && jsonBlock(`Example of response ${status}`, example)}`,
      )}
    </details>`;
}

function describeSecurity({ security = [] }: Operation): string {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  if (names.length === 0) return 'No key is needed.';
  const list = names.map((name) => (name === 'agentKey' ? 'a city key' : 'an ally key')).join(' or ');
  return security.some((scheme) => Object.keys(scheme).length === 0)
    ? `Works without a key, and with ${list}.`
    : `Needs ${list}.`;
}
