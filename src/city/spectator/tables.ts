import type { Generated } from 'kysely';
import type { Migration } from '../../platform/db/migrations.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    public_event: {
      /** The transaction that wrote it, filled in by the database. */
      xid: Generated<string>;
      id: Generated<number>;
      type: string;
      at: Date;
      room: string | null;
      data: object;
    };
    /** One row: everything up to here was forgotten. */
    public_event_forgotten: { one: boolean; xid: string; id: number };
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
