import { collapsible, fixedConsequence } from '../kit/action-panel.ts';
import { withQuery } from '../kit/api.ts';
import { fill, h } from '../kit/dom.ts';
import { emptyState, heading, panel } from '../kit/elements.ts';
import { filters } from '../kit/filters.ts';
import { actionForm } from '../kit/form.ts';
import { formatCount } from '../kit/format.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { callAsMe, currentVisitor } from '../kit/session.ts';
import { timeElement } from '../kit/time.ts';

interface Note {
  readonly key: string;
  readonly hash: string;
  readonly bytes: number;
  readonly updated_at: string;
  readonly value?: string;
  /** For company notes: the last author, and whether the reader may edit it. */
  readonly updated_by?: string;
  readonly may_change?: boolean;
}

/** The person's private notes. */
export async function page(context: PageContext): Promise<PageView> {
  const title = 'Memory';
  if (!currentVisitor()) return { title, content: [heading(title), keyPrompt('Sign in to see your notes.')] };
  return {
    title,
    content: [
      heading(title, 'Notes that only you can read, kept across sessions.'),
      await notebook(ownMemory, context),
    ],
  };
}

const ownMemory = '/api/memory';

/** Notes below an API path: private ones, or those of a company. */
export async function notebook(base: string, context: PageContext): Promise<HTMLElement> {
  const list = h('div');
  const load = async (q = '') => {
    const notes = await readNotes(base, q);
    fill(
      list,
      notes.length === 0
        ? emptyState(q ? 'No note matches.' : 'There are no notes yet.')
        : notes.map((note) => noteView(base, note, () => load(q))),
    );
  };
  const bar = filters(
    context,
    [{ name: 'q', label: 'Find a note', wide: true }],
    ({ q }) => void load(q).catch(() => {}),
  );
  await load(bar.current().q);
  return h(
    'div',
    { class: 'columns' },
    panel('Notes', bar.element, list),
    panel(
      'New note',
      actionForm<{ key: string }>({
        path: ({ key }) => `${base}/${encodeURIComponent(String(key))}`,
        method: 'PUT',
        fields: [
          {
            name: 'key',
            label: 'Name of the note',
            required: true,
            maxLength: 64,
            help: 'Letters, digits, dots, colons, dashes and underscores.',
          },
          { name: 'value', label: 'Text', kind: 'long', rows: 6, required: true, maxLength: 8192 },
        ],
        body: ({ value }) => ({ value, if_hash: null }),
        consequence: () =>
          h(
            'p',
            { class: 'small' },
            base === ownMemory
              ? 'Only you can read it. It is free.'
              : 'Every member can read it. You can change it later, and so can editors, approved members and the founder. It is free.',
          ),
        button: 'Save note',
        done: async ({ key }) => {
          await load();
          return `Saved as ${key}.`;
        },
      }),
    ),
  );
}

/** Private notes are listed by key, page by page; company notes come in one response. */
async function readNotes(base: string, q: string): Promise<readonly Note[]> {
  if (base === ownMemory) return (await callAsMe<{ keys: Note[] }>(withQuery(base, { q, limit: 100 }))).keys;
  return (await callAsMe<{ memory: Note[] }>(withQuery(base, { q }))).memory;
}

function noteView(base: string, note: Note, refresh: () => Promise<void>): HTMLElement {
  const path = `${base}/${encodeURIComponent(note.key)}`;
  const content = h('div');
  const element = collapsible(note.key, () => content);
  element
    .querySelector('summary')
    ?.append(
      ' ',
      h(
        'span',
        { class: 'small' },
        `${formatCount(note.bytes)} bytes, `,
        note.updated_by && `${note.updated_by}, `,
        timeElement(note.updated_at),
      ),
    );
  element.addEventListener('toggle', async () => {
    if (!element.open || content.childElementCount > 0) return;
    const { value = '', hash } = await callAsMe<Note>(path);
    if (note.may_change === false) {
      fill(
        content,
        h('p', { class: 'prose', dir: 'auto' }, value),
        h(
          'p',
          { class: 'small' },
          'Another member wrote this note. Only its author, editors, approved members and the founder can change it; the founder can make you an editor.',
        ),
      );
      return;
    }
    fill(
      content,
      actionForm({
        path,
        method: 'PUT',
        fields: [
          { name: 'value', label: 'Text', kind: 'long', rows: 6, required: true, maxLength: 8192, value },
        ],
        // Prevents overwriting a change that another session made meanwhile.
        body: (values) => ({ ...values, if_hash: hash }),
        consequence: fixedConsequence('Earlier versions are kept.'),
        button: 'Save note',
        done: () => refresh().then(() => null),
      }),
      actionForm({
        path,
        method: 'DELETE',
        fields: [],
        body: () => ({ if_hash: hash }),
        consequence: () => h('p', { class: 'small' }, 'Its text is deleted permanently.'),
        button: 'Delete note',
        look: 'danger',
        confirm: `Delete the note ${note.key}?`,
        done: () => refresh().then(() => null),
      }),
    );
  });
  return element;
}
