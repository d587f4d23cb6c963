import type { Generated } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    public_event: {
      id: Generated<number>;
      /** Position in the global order of events; null until the sealer assigns it. */
      seq: number | null;
      type: string;
      at: Date;
      room: string | null;
      data: object;
    };
    /** One row: the newest seq assigned and the newest one pruned. The process that locks it seals. */
    public_event_head: { one: boolean; last_seq: number; pruned_seq: number };
  }
}

export const spectatorMigrations: Migration[] = [
  {
    name: '0060 public events',
    sql: `
      CREATE TABLE public_event (
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(), id bigint GENERATED ALWAYS AS IDENTITY,
        type text NOT NULL, at timestamptz NOT NULL, room text, data jsonb NOT NULL, PRIMARY KEY (xid, id));
      CREATE TABLE public_event_forgotten (
        one boolean PRIMARY KEY DEFAULT true CHECK (one), xid xid8 NOT NULL, id bigint NOT NULL);
      INSERT INTO public_event_forgotten (xid, id) VALUES ('0', 0)`,
  },
];

/**
 * Transaction ids order events within one cluster only and restart after a dump and restore. A seq assigned
 * after the commit survives that, and does not wait for other transactions.
 */
export const eventSequenceMigrations: Migration[] = [
  {
    name: '0210 public events in sequence',
    sql: `
      ALTER TABLE public_event ADD COLUMN seq bigint;
      UPDATE public_event SET seq = placed.seq
        FROM (SELECT id, row_number() OVER (ORDER BY xid, id) AS seq FROM public_event) AS placed
        WHERE placed.id = public_event.id;
      ALTER TABLE public_event DROP CONSTRAINT public_event_pkey;
      ALTER TABLE public_event DROP COLUMN xid;
      ALTER TABLE public_event ADD PRIMARY KEY (id);
      CREATE UNIQUE INDEX public_event_seq ON public_event (seq);
      CREATE INDEX public_event_unsealed ON public_event (id) WHERE seq IS NULL;
      CREATE TABLE public_event_head (
        one boolean PRIMARY KEY DEFAULT true CHECK (one), last_seq bigint NOT NULL, pruned_seq bigint NOT NULL);
      INSERT INTO public_event_head (last_seq, pruned_seq) SELECT coalesce(max(seq), 0), 0 FROM public_event;
      DROP TABLE public_event_forgotten`,
  },
];
