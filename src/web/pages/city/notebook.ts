import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { callAsMe, refusalText } from '../kit/api.ts';
import { columns, emptyState, panel } from '../kit/elements.ts';
import { actionButton, form } from '../kit/form.ts';
import { formatBytes } from '../kit/format.ts';
import { type Child, html } from '../kit/html.ts';
import { filters } from '../kit/lists.ts';
import { prose } from '../kit/prose.ts';
import { time, useVisit } from '../kit/time.ts';

export interface Note {
  readonly key: string;
  readonly hash: string;
  readonly bytes: number;
  readonly updated_at: string;
  readonly value?: string;
  /** For company notes: the last author, and whether the reader may edit it. */
  readonly updated_by?: string;
  readonly may_change?: boolean;
}

/** Notes below an API path: private ones, or those of a company. */
export const notebook = (base: string, notes: readonly Note[], readers: string): VNode =>
  html`<${Notebook} base=${base} notes=${notes} readers=${readers} />`;

function Notebook({
  base,
  notes,
  readers,
}: {
  base: string;
  notes: readonly Note[];
  readers: string;
}): VNode {
  const { query, reload } = useVisit();
  return columns(
    panel(
      'Notes',
      filters({ name: 'q', label: 'Find a note' }),
      notes.length === 0
        ? emptyState(query.get('q') ? 'No note matches.' : 'There are no notes yet.')
        : notes.map((note) => html`<${NoteView} key=${note.key} base=${base} note=${note} />`),
    ),
    panel(
      'New note',
      form<{ key: string }>({
        path: ({ key }) => `${base}/${encodeURIComponent(String(key))}`,
        method: 'PUT',
        fields: [
          {
            ...{ name: 'key', label: 'Name of the note', required: true, maxLength: 64 },
            help: 'Letters, digits, dots, colons, dashes and underscores.',
          },
          { name: 'value', label: 'Text', kind: 'long', rows: 6, required: true, maxLength: 8_192 },
        ],
        body: ({ value }) => ({ value, if_hash: null }),
        consequence: readers,
        button: 'Save note',
        done: async ({ key }) => {
          await reload();
          return `Saved as ${key}.`;
        },
      }),
    ),
  );
}

/** A note whose text is read when it is opened. */
function NoteView({ base, note }: { base: string; note: Note }): VNode {
  const path = `${base}/${encodeURIComponent(note.key)}`;
  const [opened, setOpened] = useState<Note | undefined>();
  const [fault, setFault] = useState('');
  const { reload } = useVisit();
  const read = async () => setOpened(await callAsMe<Note>(path));
  const saved = () => read().then(reload);
  const open = async ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
    if (!currentTarget.open || opened?.hash === note.hash) return;
    try {
      await read();
    } catch (error) {
      setFault(refusalText(error));
    }
  };
  const author = note.updated_by ? `${note.updated_by}, ` : '';
  return html`
    <details class="fold" ontoggle=${open}>
      <summary>${note.key} <span class="small">${formatBytes(note.bytes)}, ${author}${time(note.updated_at)}</span></summary>
      <div class="fold-content">
        ${fault && html`<p class="fault" role="alert">${fault}</p>`}
        ${opened && html`<${NoteContent} key=${opened.hash} path=${path} note=${opened} mayChange=${note.may_change !== false} saved=${saved} />`}
      </div>
    </details>`;
}

interface NoteContentProps {
  readonly path: string;
  readonly note: Note;
  readonly mayChange: boolean;
  /** Shows the note as it is stored now. */
  readonly saved: () => Promise<void>;
}

function NoteContent({ path, note, mayChange, saved }: NoteContentProps): Child {
  const { reload } = useVisit();
  if (!mayChange)
    return html`
      ${prose(note.value ?? '')}
      <p class="small">Another member wrote this note. Only its author, editors, approved members and the founder can change it; the founder can make you an editor.</p>`;
  return html`
    ${form({
      path,
      method: 'PUT',
      fields: [
        {
          ...{ name: 'value', label: 'Text', kind: 'long', rows: 6 },
          ...{ required: true, maxLength: 8_192, value: note.value },
        },
      ],
      // Prevents overwriting a change that another session made meanwhile.
      body: (values) => ({ ...values, if_hash: note.hash }),
      consequence: 'Earlier versions are kept.',
      button: 'Save note',
      keep: true,
      done: () => saved().then(() => `Saved ${note.key}.`),
    })}
    ${actionButton({
      path,
      method: 'DELETE',
      body: () => ({ if_hash: note.hash }),
      consequence: 'Its text is deleted permanently.',
      button: 'Delete note',
      look: 'danger',
      confirm: `Delete the note ${note.key}?`,
      done: () => reload().then(() => `Deleted ${note.key}.`),
    })}`;
}
