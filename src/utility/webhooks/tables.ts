import type { ColumnType, Generated } from 'kysely';

interface EndpointTable {
  id: Generated<number>;
  owner: string;
  url: string;
  /** The lane of its task: failing and slow endpoints queue separately. */
  lane: Generated<string>;
  /** Consecutive failures. */
  failures: Generated<number>;
  retry_at: Date | null;
}

export interface LoggedAttempt {
  readonly at: string;
  readonly status: number | null;
  readonly ms: number;
  readonly error: string | null;
}

interface DeliveryTable {
  id: Generated<number>;
  /** The `webhook-id`, the same in every attempt. */
  message_id: string;
  endpoint_id: number;
  /** Id of the sender; its deliveries are deleted with it. */
  sender: string;
  /** The reported change; null for a test. */
  change_id: number | null;
  type: string;
  /** Trace context of the request that caused it. */
  traceparent: string | null;
  secret: Buffer;
  /** Exactly as signed and sent. */
  body: string;
  status: Generated<'pending' | 'delivered' | 'failed'>;
  attempts: Generated<number>;
  last_status: number | null;
  last_error: string | null;
  last_at: Date | null;
  /** The latest attempts, oldest first. */
  log: ColumnType<readonly LoggedAttempt[], string | undefined, string>;
  expires_at: Date;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    webhook_endpoint: EndpointTable;
    webhook_delivery: DeliveryTable;
  }
}

export const webhookTables = `
  CREATE TABLE webhook_endpoint (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, owner text NOT NULL, url text NOT NULL,
    lane text NOT NULL DEFAULT 'quick' CHECK (lane IN ('quick', 'slow')), failures integer NOT NULL DEFAULT 0,
    retry_at timestamptz, CONSTRAINT webhook_endpoint_place UNIQUE (owner, url));
  CREATE TABLE webhook_delivery (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, message_id text NOT NULL,
    endpoint_id bigint NOT NULL REFERENCES webhook_endpoint (id), sender text NOT NULL, change_id bigint,
    type text NOT NULL, secret bytea NOT NULL, body text NOT NULL,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
    attempts integer NOT NULL DEFAULT 0, last_status integer, last_error text, last_at timestamptz,
    expires_at timestamptz NOT NULL, created_at timestamptz NOT NULL, log jsonb NOT NULL DEFAULT '[]',
    traceparent text, CONSTRAINT webhook_delivery_message UNIQUE (message_id),
    CONSTRAINT webhook_delivery_change UNIQUE (change_id));
  CREATE INDEX webhook_delivery_queue ON webhook_delivery (endpoint_id, id) WHERE status = 'pending';
  CREATE INDEX webhook_delivery_sender ON webhook_delivery (sender, id);
  CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at) WHERE status <> 'pending';
  CREATE INDEX webhook_delivery_endpoint ON webhook_delivery (endpoint_id);
  CREATE INDEX webhook_delivery_failed ON webhook_delivery (id) WHERE status = 'failed';
`;
