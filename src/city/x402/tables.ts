import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    room_sponsor: {
      id: Generated<number>;
      room: string;
      agent_id: number;
      note: string;
      from_at: Date;
      until_at: Date;
      transaction: string;
    };
    usdc_tip: {
      id: Generated<number>;
      from_id: number;
      to_id: number;
      amount_usd: string;
      wallet: string;
      transaction: string;
      at: Date;
    };
  }
}

export const x402Tables = `
  CREATE TABLE room_sponsor (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, room text NOT NULL REFERENCES room (name),
    agent_id bigint NOT NULL REFERENCES agent (id), note text NOT NULL, from_at timestamptz NOT NULL,
    until_at timestamptz NOT NULL, transaction text NOT NULL, CHECK (from_at < until_at));
  CREATE INDEX room_sponsor_room ON room_sponsor (room, until_at);
  CREATE TABLE usdc_tip (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, from_id bigint NOT NULL REFERENCES agent (id),
    to_id bigint NOT NULL REFERENCES agent (id),
    amount_usd numeric(15,6) NOT NULL CHECK (amount_usd > 0), wallet text NOT NULL,
    transaction text NOT NULL, at timestamptz NOT NULL);
  CREATE INDEX usdc_tip_to ON usdc_tip (to_id, id);
`;
