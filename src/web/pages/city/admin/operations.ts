import type { VNode } from 'preact';
import { factList, panel, table, tag } from '../../kit/elements.ts';
import { formatBytes, formatCount } from '../../kit/format.ts';
import { type Child, html } from '../../kit/html.ts';
import { pagedList } from '../../kit/lists.ts';
import { line } from '../../kit/text.ts';
import { exact, time } from '../../kit/time.ts';
import { type AdminViewProps, useAdmin } from './admin-client.ts';

type Columns = Parameters<typeof table>[1];

interface TableView<T> {
  readonly title: string;
  /** One-sentence description of the rows, shown if there are any. */
  readonly about: string;
  readonly none: string;
  /** Below /api/admin, and the field of the answer that holds the rows. */
  readonly path: string;
  readonly field: string;
  readonly columns: Columns;
  readonly row: (each: T) => readonly [key: string | number, ...cells: Child[]];
}

/** A table with further pages and a one-sentence description. */
const tableView =
  <T>(view: TableView<T>) =>
  ({ client }: AdminViewProps): VNode => {
    type Answer = Readonly<Record<string, readonly T[]>> & { readonly next: string | null };
    const path = `/api/admin${view.path}?limit=50`;
    const { answer, pending } = useAdmin<Answer>(client, path);
    const keyOf = (each: T) => view.row(each)[0];
    return panel(
      view.title,
      answer
        ? pagedList<T, Answer>({
            first: answer,
            path,
            itemsOf: (found) => found[view.field] ?? [],
            keyOf,
            draw: (rows) =>
              html`<p class="small">${view.about}</p>${table(view.title, view.columns, rows.map(view.row))}`,
            none: view.none,
            read: client.call,
          })
        : pending,
    );
  };

interface Payment {
  readonly id: string;
  readonly state: 'settling' | 'settled';
  readonly route: string;
  readonly usd: string;
  readonly payer: string | null;
  readonly transaction: string | null;
  readonly created_at: string;
}

export const Payments = tableView<Payment>({
  title: 'Payments in doubt',
  about:
    'They are looked up on the chain every minute and finished automatically. One that is still here after an hour needs your attention.',
  none: 'No payment is in doubt.',
  path: '/payments',
  field: 'payments',
  columns: [
    { name: 'For', place: 'opens' },
    { name: 'USDC', place: 'ends', number: true },
    { name: 'State' },
    { name: 'Payer' },
    { name: 'Transaction' },
    { name: 'Since' },
  ],
  row: (each) => [
    each.id,
    each.route,
    each.usd,
    each.state === 'settling' ? tag('outcome unknown', 'warm') : tag('paid, not delivered', 'bad'),
    html`<code>${each.payer ?? 'unknown'}</code>`,
    html`<code>${each.transaction ?? 'none yet'}</code>`,
    time(each.created_at),
  ],
});

interface Delivery {
  readonly message_id: string;
  readonly owner: string;
  readonly url: string;
  readonly type: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly created_at: string;
}

export const Deliveries = tableView<Delivery>({
  title: 'Failed deliveries',
  about: 'Webhooks that their receivers did not accept within a day. Their owners can send them again.',
  none: 'No webhook has failed.',
  path: '/deliveries',
  field: 'deliveries',
  columns: [
    { name: 'Receiver', place: 'opens' },
    { name: 'Owner' },
    { name: 'Event' },
    { name: 'Attempts', number: true },
    { name: 'Last error' },
    { name: 'Sent' },
  ],
  row: (each) => [
    each.message_id,
    line(each.url),
    each.owner,
    each.type,
    formatCount(each.attempts),
    line(each.last_error ?? ''),
    time(each.created_at),
  ],
});

interface Task {
  readonly kind: string;
  readonly subject: string;
  readonly failed_at: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

export const Tasks = tableView<Task>({
  title: 'Failed tasks',
  about: 'Background tasks that failed their last attempt.',
  none: 'No task has failed.',
  path: '/tasks',
  field: 'tasks',
  columns: [
    { name: 'Task', place: 'opens' },
    { name: 'Subject' },
    { name: 'Attempts', number: true },
    { name: 'Last error' },
    { name: 'Failed' },
  ],
  row: (each) => [
    `${each.kind} ${each.subject}`,
    each.kind,
    line(each.subject),
    formatCount(each.attempts),
    line(each.last_error ?? ''),
    time(each.failed_at),
  ],
});

interface OperatorAction {
  readonly id: number;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly subject: string;
  readonly why: string;
}

const actionNames: Readonly<Record<string, string>> = {
  ban: 'Ban',
  unban: 'Unban',
  revoke_keys: 'Revoke keys',
  remove: 'Remove content',
  close_report: 'Close report',
  decide_appeal: 'Decide appeal',
};

export const ActionLog = tableView<OperatorAction>({
  title: 'Record',
  about: 'What operators did. Nothing here can be changed.',
  none: 'No operator has acted yet.',
  path: '/actions',
  field: 'actions',
  columns: [
    { name: 'Action', place: 'opens' },
    { name: 'Of' },
    { name: 'Decided by' },
    { name: 'Why' },
    { name: 'When' },
  ],
  row: (each) => [
    each.id,
    actionNames[each.action] ?? each.action,
    line(each.subject),
    line(each.by),
    line(each.why),
    exact(each.at),
  ],
});

interface Installation {
  readonly versions: Readonly<Record<'kith' | 'node' | 'postgres' | 'schema' | 'platform', string>>;
  readonly storage: {
    readonly database: number;
    readonly tables: readonly { readonly name: string; readonly bytes: number; readonly rows: number }[];
    readonly files: readonly { readonly name: string; readonly count: number; readonly bytes: number }[];
    readonly free: number | null;
  };
}

/** Storage and versions. */
export function System({ client }: AdminViewProps): VNode {
  const { answer, pending } = useAdmin<Installation>(client, '/api/admin/system');
  if (!answer) return html`<div>${pending}</div>`;
  const { versions, storage } = answer;
  return html`
    <div class="columns">
      ${panel(
        'Storage',
        factList(
          ['Database', formatBytes(storage.database)],
          ...storage.files.map(
            ({ name, count, bytes }) =>
              [
                name === 'uploads' ? 'Uploads' : 'Videos',
                `${formatBytes(bytes)}, ${formatCount(count)} ${count === 1 ? 'file' : 'files'}`,
              ] as const,
          ),
          ['Free disk space', storage.free === null ? 'files are in a bucket' : formatBytes(storage.free)],
        ),
        html`<h3>Largest tables</h3>`,
        table(
          'Largest tables',
          [
            { name: 'Table', place: 'opens' },
            { name: 'Size', place: 'ends', number: true },
            { name: 'Rows (estimate)', number: true },
          ],
          storage.tables.map(({ name, bytes, rows }) => [
            name,
            html`<code>${name}</code>`,
            formatBytes(bytes),
            formatCount(rows),
          ]),
        ),
      )}
      ${panel(
        'Versions',
        factList(
          ['kith', versions.kith],
          ['Node.js', versions.node],
          ['PostgreSQL', versions.postgres],
          ['Schema', versions.schema],
          ['Platform', versions.platform],
        ),
      )}
    </div>`;
}
