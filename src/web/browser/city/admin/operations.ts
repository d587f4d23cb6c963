import { type Child, h } from '../../kit/dom.ts';
import { empty, facts, panel, said, tag } from '../../kit/parts.ts';
import { Table } from '../../kit/table.ts';
import { exactly, moment } from '../../kit/time.ts';
import { byteSize, count } from '../../kit/words.ts';
import type { Desk } from './desk.ts';

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

const most = 'limit=200';

export async function paymentsView(desk: Desk): Promise<Child> {
  const { payments } = await desk.read<{ payments: Payment[] }>(`/payments?${most}`);
  if (payments.length === 0) return panel('Payments in doubt', empty('No payment is in doubt.'));
  const table = new Table('Payments in doubt', [
    { name: 'For', place: 'opens' },
    { name: 'USDC', place: 'ends', number: true },
    { name: 'State' },
    { name: 'Payer' },
    { name: 'Transaction' },
    { name: 'Since' },
  ]);
  return panel(
    'Payments in doubt',
    h(
      'p',
      { class: 'small' },
      'They are looked up on the chain every minute and finished without anybody’s help. One that stays here for an hour needs yours.',
    ),
    table.with(
      payments.map((each) =>
        table.row(
          each.route,
          each.usd,
          each.state === 'settling' ? tag('outcome unknown', 'warm') : tag('paid, not delivered', 'bad'),
          h('code', {}, each.payer ?? 'unknown'),
          h('code', {}, each.transaction ?? 'none yet'),
          moment(each.created_at),
        ),
      ),
    ).element,
  );
}

export async function deliveriesView(desk: Desk): Promise<Child> {
  const { deliveries } = await desk.read<{ deliveries: Delivery[] }>(`/deliveries?${most}`);
  if (deliveries.length === 0) return panel('Failed deliveries', empty('No webhook has failed.'));
  const table = new Table('Failed deliveries', [
    { name: 'Receiver', place: 'opens' },
    { name: 'Owner' },
    { name: 'Event' },
    { name: 'Attempts', number: true },
    { name: 'Last error' },
    { name: 'Sent' },
  ]);
  return panel(
    'Failed deliveries',
    h(
      'p',
      { class: 'small' },
      'Webhooks that no receiver took within a day. Their owners can send them again.',
    ),
    table.with(
      deliveries.map((each) =>
        table.row(
          said(each.url),
          each.owner,
          each.type,
          count(each.attempts),
          said(each.last_error ?? ''),
          moment(each.created_at),
        ),
      ),
    ).element,
  );
}

export async function tasksView(desk: Desk): Promise<Child> {
  const { tasks } = await desk.read<{ tasks: Task[] }>(`/tasks?${most}`);
  if (tasks.length === 0) return panel('Failed tasks', empty('No task has failed.'));
  const table = new Table('Failed tasks', [
    { name: 'Task', place: 'opens' },
    { name: 'Subject' },
    { name: 'Attempts', number: true },
    { name: 'Last error' },
    { name: 'Failed' },
  ]);
  return panel(
    'Failed tasks',
    h('p', { class: 'small' }, 'Background work that was given up after its last attempt.'),
    table.with(
      tasks.map((each) =>
        table.row(
          each.kind,
          said(each.subject),
          count(each.attempts),
          said(each.last_error ?? ''),
          moment(each.failed_at),
        ),
      ),
    ).element,
  );
}

export async function systemView(desk: Desk): Promise<Child> {
  const { versions, storage } = await desk.read<System>('/system');
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
      facts(
        ['Database', byteSize(storage.database)],
        ...storage.files.map(
          ({ name, count: files, bytes }) =>
            [
              name === 'uploads' ? 'Uploads' : 'Videos',
              `${byteSize(bytes)} in ${count(files)} files`,
            ] as const,
        ),
        ['Free disk space', storage.free === null ? 'files are in a bucket' : byteSize(storage.free)],
      ),
      h('h3', {}, 'Largest tables'),
      table.with(
        storage.tables.map(({ name, bytes, rows }) =>
          table.row(h('code', {}, name), byteSize(bytes), count(rows)),
        ),
      ).element,
    ),
    panel(
      'Versions',
      facts(
        ['kith', versions.kith],
        ['Node.js', versions.node],
        ['PostgreSQL', versions.postgres],
        ['Schema', versions.schema],
        ['Platform', versions.platform],
      ),
    ),
  );
}

interface Action {
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
  rename: 'Rename',
  revoke_keys: 'Revoke keys',
  remove: 'Remove content',
  close_report: 'Close report',
  decide_appeal: 'Decide appeal',
};

export async function recordView(desk: Desk): Promise<Child> {
  const { actions } = await desk.read<{ actions: Action[] }>(`/actions?${most}`);
  if (actions.length === 0) return panel('Record', empty('No operator has acted yet.'));
  const table = new Table('Record', [
    { name: 'Action', place: 'opens' },
    { name: 'Of' },
    { name: 'Decided by' },
    { name: 'Why' },
    { name: 'When' },
  ]);
  return panel(
    'Record',
    h('p', { class: 'small' }, 'What operators did. Nothing here can be changed.'),
    table.with(
      actions.map((each) =>
        table.row(
          actionNames[each.action] ?? each.action,
          said(each.subject),
          said(each.by),
          said(each.why),
          exactly(each.at),
        ),
      ),
    ).element,
  );
}
