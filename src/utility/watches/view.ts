import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { anyObject, nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { type loggedDeliveries, readDeliveries, readLatestDeliveries } from '../webhooks/deliveries.ts';
import type { WatchStatus } from './judge.ts';
import { kindNames, type Reading, type WatchOptions } from './kinds/kind.ts';
import type { WatchKinds } from './kinds/kinds.ts';
import { kindOf, type Watch } from './watch.ts';

const text = nullable(Type.String());
const time = nullable(timestamp());
const number = nullable(Type.Integer());
const deliveryStatus = oneOf(['pending', 'delivered', 'failed']);

const optionsSchema = Type.Object(
  {
    selector: Type.Optional(Type.String()),
    ignore: Type.Optional(Type.Array(Type.String())),
    condition: Type.Optional(
      Type.Object({
        text: Type.Optional(Type.String()),
        above: Type.Optional(Type.Number()),
        below: Type.Optional(Type.Number()),
      }),
    ),
  },
  { description: 'The selector, the ignored parts, and the condition of a page watch.' },
);

export const watchSchema = {
  watch_id: Type.String({ description: 'wat_…' }),
  kind: oneOf([...kindNames]),
  target: Type.String(),
  chain: text,
  notify: text,
  options: optionsSchema,
  status: oneOf(['active', 'paused', 'failing'], {
    description:
      'failing: the target cannot be read. paused: by its owner, or because the receiver answered 410.',
  }),
  last_error: nullable(Type.String({ description: 'Why the last check could not read the target.' })),
  baseline: anyObject('The first reading, made when the watch was created.'),
  current: anyObject('The latest confirmed reading.'),
  last_checked_at: timestamp(),
  next_check_at: nullable(timestamp('Null while paused.')),
  checks: Type.Integer(),
};

const deliverySchema = Type.Object({
  webhook_id: Type.String(),
  status: deliveryStatus,
  attempts: Type.Integer(),
  last_status: nullable(
    Type.Integer({ description: 'The HTTP status of the last attempt; null if there was no response.' }),
  ),
  last_error: text,
  last_at: time,
});

export const changeSchema = Type.Object({
  id: Type.Integer(),
  at: timestamp(),
  summary: Type.String(),
  reason: nullable(
    Type.String({
      description:
        'The rule that fired: down, up, status_class, certificate_expiry, domain_expiry, condition, text, title, card, or the kind.',
    }),
  ),
  before: anyObject(),
  after: anyObject(),
  delivery: Type.Union([deliverySchema, Type.Null()], {
    description: 'Null if the watch has no notify URL.',
  }),
});

export const attemptLogSchema = Type.Object({
  id: Type.Integer(),
  webhook_id: Type.String(),
  at: timestamp(),
  type: Type.String(),
  change: number,
  status: deliveryStatus,
  attempts: Type.Array(
    Type.Object({
      at: timestamp(),
      status: nullable(Type.Integer({ description: 'Null if there was no response.' })),
      ms: Type.Integer(),
      error: text,
    }),
    { description: 'The latest 20, oldest first.' },
  ),
});

export const loggedDeliverySchema = Type.Object({
  type: Type.String(),
  change: number,
  ...deliverySchema.properties,
});

export function presentWatch(watch: Watch, kinds: WatchKinds) {
  const { present } = kinds[kindOf(watch)];
  return {
    watch_id: watch.id,
    kind: kindOf(watch),
    target: watch.target,
    chain: watch.chain,
    notify: watch.notify,
    options: presentOptions(watch.options),
    status: watch.status as WatchStatus,
    last_error: watch.last_error,
    baseline: present(watch.baseline),
    current: present(watch.current),
    last_checked_at: watch.last_checked_at.toISOString(),
    next_check_at: watch.next_check_at?.toISOString() ?? null,
    checks: watch.checks,
  };
}

const presentOptions = ({ ignore, ...rest }: WatchOptions) => ({
  ...rest,
  ...(ignore && { ignore: [...ignore] }),
});

type DeliveryRow = Awaited<ReturnType<typeof readLatestDeliveries>>[number];

const presentDelivery = (row: DeliveryRow) => ({
  webhook_id: row.message_id,
  status: row.status as 'pending' | 'delivered' | 'failed',
  attempts: row.attempts,
  last_status: row.last_status,
  last_error: row.last_error,
  last_at: row.last_at?.toISOString() ?? null,
});

interface ChangeRow {
  readonly id: number;
  readonly at: Date;
  readonly summary: string;
  readonly reason: string | null;
  readonly before: Reading;
  readonly after: Reading;
}

/** Changes, each with the status of its webhook. */
export async function presentChanges(read: Reader, rows: readonly ChangeRow[]) {
  const deliveries = await readDeliveries(
    read,
    rows.map(({ id }) => id),
  );
  const byChange = new Map(deliveries.map((row) => [row.change_id, row]));
  return rows.map((row) => {
    const delivery = byChange.get(row.id);
    return {
      id: row.id,
      at: row.at.toISOString(),
      summary: row.summary,
      reason: row.reason,
      before: row.before,
      after: row.after,
      delivery: delivery ? presentDelivery(delivery) : null,
    };
  });
}

export const deliveryLog = async (read: Reader, watchId: string) =>
  (await readLatestDeliveries(read, watchId)).map((row) => ({
    type: row.type,
    change: row.change_id,
    ...presentDelivery(row),
  }));

type LoggedRow = Awaited<ReturnType<typeof loggedDeliveries>>[number];

/** A delivery with all its attempts. */
export const presentDeliveryLog = (row: LoggedRow) => ({
  id: row.id,
  webhook_id: row.message_id,
  at: row.created_at.toISOString(),
  type: row.type,
  change: row.change_id,
  status: row.status as 'pending' | 'delivered' | 'failed',
  attempts: [...row.log],
});
