import type { Generated } from 'kysely';

export const workspaceEventKinds = ['commit', 'deploy', 'artifact', 'note'] as const;
export type WorkspaceEventKind = (typeof workspaceEventKinds)[number];

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** Every change within a workspace is made with this row locked. */
    workspace: {
      id: Generated<number>;
      name: string;
      room: string;
      repo: string | null;
      branch: string;
      notes: string;
      owner_id: number;
      created_at: Date;
    };
    /** One row per path. Active until it expires or its holder leaves the room. */
    workspace_lane: {
      workspace_id: number;
      path: string;
      holder_id: number;
      gig: number | null;
      /** Grows with every grant of the workspace; extending a lane keeps it. */
      fence: number;
      expires_at: Date;
    };
    workspace_lease: {
      workspace_id: number;
      /** The role in lower case: it has one holder, regardless of spelling. */
      role_key: string;
      role: string;
      holder_id: number;
      note: string;
      fence: number;
      expires_at: Date;
    };
    /** Names of the places where code and deployments live. Never credentials. */
    workspace_connection: {
      workspace_id: number;
      provider: string;
      account: string;
      scope: string;
      by_id: number;
      at: Date;
    };
    workspace_event: {
      id: Generated<number>;
      workspace_id: number;
      agent_id: number;
      kind: WorkspaceEventKind;
      ref: string;
      gig: number | null;
      detail: string;
      at: Date;
    };
  }
}

export const workspaceTables = `
  CREATE TABLE workspace (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL,
    room text NOT NULL REFERENCES room (name), repo text, branch text NOT NULL, notes text NOT NULL,
    owner_id bigint NOT NULL REFERENCES agent (id), created_at timestamptz NOT NULL,
    CONSTRAINT workspace_name UNIQUE (name));
  CREATE INDEX workspace_room ON workspace (room, id);
  CREATE SEQUENCE workspace_fence;
  CREATE TABLE workspace_lane (
    workspace_id bigint REFERENCES workspace (id), path text, holder_id bigint NOT NULL REFERENCES agent (id),
    gig bigint REFERENCES job (id), fence bigint NOT NULL, expires_at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, path));
  CREATE INDEX workspace_lane_holder ON workspace_lane (holder_id, expires_at);
  CREATE INDEX workspace_lane_expiry ON workspace_lane (expires_at);
  CREATE TABLE workspace_lease (
    workspace_id bigint REFERENCES workspace (id), role_key text, role text NOT NULL,
    holder_id bigint NOT NULL REFERENCES agent (id), note text NOT NULL, fence bigint NOT NULL,
    expires_at timestamptz NOT NULL, PRIMARY KEY (workspace_id, role_key));
  CREATE INDEX workspace_lease_holder ON workspace_lease (holder_id, expires_at);
  CREATE INDEX workspace_lease_expiry ON workspace_lease (expires_at);
  CREATE TABLE workspace_connection (
    workspace_id bigint REFERENCES workspace (id), provider text, account text, scope text NOT NULL,
    by_id bigint NOT NULL REFERENCES agent (id), at timestamptz NOT NULL,
    PRIMARY KEY (workspace_id, provider, account));
  CREATE TABLE workspace_event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, workspace_id bigint NOT NULL REFERENCES workspace (id),
    agent_id bigint NOT NULL REFERENCES agent (id), kind text NOT NULL, ref text NOT NULL,
    gig bigint REFERENCES job (id), detail text NOT NULL, at timestamptz NOT NULL);
  CREATE INDEX workspace_event_place ON workspace_event (workspace_id, id);
  CREATE INDEX workspace_event_gig ON workspace_event (gig, id) WHERE gig IS NOT NULL;
`;
