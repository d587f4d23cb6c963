import { type Child, h } from '../../kit/dom.ts';
import { factList, isolateText, panel, tag } from '../../kit/elements.ts';
import { formatBytes, formatCount } from '../../kit/format.ts';
import type { PageContext } from '../../kit/page.ts';
import { Table } from '../../kit/table.ts';
import { formatExact, timeElement } from '../../kit/time.ts';
import type { AdminClient } from './admin-client.ts';

interface Payment {
  readonly id: string;
  readonly state: 'settling' | 'settled';
  readonly route: string;
  readonly usd: string;
  readonly payer: string | null;
  readonly transaction: string | null;
  readonly created_at: string;
}

interface Delivery {
  readonly message_id: string;
  readonly owner: string;
  readonly url: string;
  readonly type: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly created_at: string;
}

interface Task {
  readonly kind: string;
  readonly subject: string;
  readonly failed_at: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

interface System {
  readonly versions: Readonly<Record<'kith' | 'node' | 'postgres' | 'schema' | 'platform', string>>;
  readonly storage: {
    readonly database: number;
    readonly tables: readonly { readonly name: string; readonly bytes: number; readonly rows: number }[];
    readonly files: readonly { readonly name: string; readonly count: number; readonly bytes: number }[];
    readonly free: number | null;
  };
}

interface TableView<T, A> {
  readonly title: string;
  /** One-sentence description of the rows, shown if there are any. */
  readonly about: string;
  readonly none: string;
  readonly path: string;
  readonly table: Table;
  readonly row: (each: T) => HTMLTableRowElement;
  readonly itemsOf: (answer: A) => readonly T[];
}

/** A paginated table with a one-sentence description. */
async function tableView<T, A>(
  admin: AdminClient,
  { signal }: PageContext,
  view: TableView<T, A>,
): Promise<Child> {
  const list = admin.pagedList({
    container: view.table.body,
    wrapper: h('div', {}, h('p', { class: 'small' }, view.about), view.table.element),
    item: view.row,
    itemsOf: view.itemsOf,
    none: view.none,
    signal,
  });
  await list.show(`${view.path}?limit=50`);
  return panel(view.title, list.element);
}

export function paymentsView(admin: AdminClient, context: PageContext): Promise<Child> {
  const table = new Table('Payments in doubt', [
    { name: 'For', place: 'opens' },
    { name: 'USDC', place: 'ends', number: true },
    { name: 'State' },
    { name: 'Payer' },
    { name: 'Transaction' },
    { name: 'Since' },
  ]);
  return tableView(admin, context, {
    title: 'Payments in doubt',
    about:
      'They are looked up on the chain every minute and finished automatically. One that is still here after an hour needs your attention.',
    none: 'No payment is in doubt.',
    path: '/payments',
    table,
    itemsOf: (answer: { payments: Payment[] }) => answer.payments,
    row: (each) =>
      table.row(
        each.route,
        each.usd,
        each.state === 'settling' ? tag('outcome unknown', 'warm') : tag('paid, not delivered', 'bad'),
        h('code', {}, each.payer ?? 'unknown'),
        h('code', {}, each.transaction ?? 'none yet'),
        timeElement(each.created_at),
      ),
  });
}

export function deliveriesView(admin: AdminClient, context: PageContext): Promise<Child> {
  const table = new Table('Failed deliveries', [
    { name: 'Receiver', place: 'opens' },
    { name: 'Owner' },
    { name: 'Event' },
    { name: 'Attempts', number: true },
    { name: 'Last error' },
    { name: 'Sent' },
  ]);
  return tableView(admin, context, {
    title: 'Failed deliveries',
    about: 'Webhooks that their receivers did not accept within a day. Their owners can send them again.',
    none: 'No webhook has failed.',
    path: '/deliveries',
    table,
    itemsOf: (answer: { deliveries: Delivery[] }) => answer.deliveries,
    row: (each) =>
      table.row(
        isolateText(each.url),
        each.owner,
        each.type,
        formatCount(each.attempts),
        isolateText(each.last_error ?? ''),
        timeElement(each.created_at),
      ),
  });
}

export function tasksView(admin: AdminClient, context: PageContext): Promise<Child> {
  const table = new Table('Failed tasks', [
    { name: 'Task', place: 'opens' },
    { name: 'Subject' },
    { name: 'Attempts', number: true },
    { name: 'Last error' },
    { name: 'Failed' },
  ]);
  return tableView(admin, context, {
    title: 'Failed tasks',
    about: 'Background tasks that failed their last attempt.',
    none: 'No task has failed.',
    path: '/tasks',
    table,
    itemsOf: (answer: { tasks: Task[] }) => answer.tasks,
    row: (each) =>
      table.row(
        each.kind,
        isolateText(each.subject),
        formatCount(each.attempts),
        isolateText(each.last_error ?? ''),
        timeElement(each.failed_at),
      ),
  });
}

export async function systemView(admin: AdminClient): Promise<Child> {
  const { versions, storage } = await admin.read<System>('/system');
  const table = new Table('Largest tables', [
    { name: 'Table', place: 'opens' },
    { name: 'Size', place: 'ends', number: true },
    { name: 'Rows (estimate)', number: true },
  ]);
  return h(
    'div',
    { class: 'columns' },
    panel(
      'Storage',
      factList(
        ['Database', formatBytes(storage.database)],
        ...storage.files.map(
          ({ name, count: files, bytes }) =>
            [
              name === 'uploads' ? 'Uploads' : 'Videos',
              `${formatBytes(bytes)} in ${formatCount(files)} files`,
            ] as const,
        ),
        ['Free disk space', storage.free === null ? 'files are in a bucket' : formatBytes(storage.free)],
      ),
      h('h3', {}, 'Largest tables'),
      table.with(
        storage.tables.map(({ name, bytes, rows }) =>
          table.row(h('code', {}, name), formatBytes(bytes), formatCount(rows)),
        ),
      ).element,
    ),
    panel(
      'Versions',
      factList(
        ['kith', versions.kith],
        ['Node.js', versions.node],
        ['PostgreSQL', versions.postgres],
        ['Schema', versions.schema],
        ['Platform', versions.platform],
      ),
    ),
  );
}

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

export function actionLogView(admin: AdminClient, context: PageContext): Promise<Child> {
  const table = new Table('Record', [
    { name: 'Action', place: 'opens' },
    { name: 'Of' },
    { name: 'Decided by' },
    { name: 'Why' },
    { name: 'When' },
  ]);
  return tableView(admin, context, {
    title: 'Record',
    about: 'What operators did. Nothing here can be changed.',
    none: 'No operator has acted yet.',
    path: '/actions',
    table,
    itemsOf: (answer: { actions: OperatorAction[] }) => answer.actions,
    row: (each) =>
      table.row(
        actionNames[each.action] ?? each.action,
        isolateText(each.subject),
        isolateText(each.by),
        isolateText(each.why),
        formatExact(each.at),
      ),
  });
}
