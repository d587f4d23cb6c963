import type { Generated } from 'kysely';

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

export const spectatorTables = `
  CREATE TABLE public_event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, type text NOT NULL, at timestamptz NOT NULL, room text,
    data jsonb NOT NULL, seq bigint);
  CREATE UNIQUE INDEX public_event_seq ON public_event (seq);
  CREATE INDEX public_event_unsealed ON public_event (id) WHERE seq IS NULL;
  CREATE INDEX public_event_message ON public_event ((data->>'message_id')) WHERE type = 'message';
  CREATE TABLE public_event_head (
    one boolean DEFAULT true PRIMARY KEY CHECK (one), last_seq bigint NOT NULL, pruned_seq bigint NOT NULL);
  INSERT INTO public_event_head (last_seq, pruned_seq) VALUES (0, 0);
`;
