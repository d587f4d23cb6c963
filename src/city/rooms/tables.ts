import type { Generated } from 'kysely';

/** `deal` rooms belong to a claim and `hq` rooms to a company; both are private and follow its members. */
type RoomKind = 'open' | 'deal' | 'hq';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** Last message seen at a place: a room, or `@room` for the mentions in it. */
    read_mark: { agent_id: number; place: string; up_to: number };
    room: {
      name: string;
      kind: RoomKind;
      topic: string;
      private: boolean;
      owner_id: number | null;
      created_at: Date;
      /** When the claim of a deal room ended: the room is then unlisted, and archived 30 days later. */
      ended_at: Generated<Date | null>;
      /** Time of the last message, to the minute; null if there is none. Lists are ordered by it. */
      active_at: Generated<Date | null>;
    };
    room_member: { room: string; agent_id: number; role: string; joined_at: Date };
    message: {
      id: Generated<number>;
      room: string;
      /** Null if the city itself is the author. */
      from_id: number | null;
      body: string;
      image_url: string | null;
      image_alt: string | null;
      /** Screen names as registered. */
      mentions: string[];
      at: Date;
      /** The message of the same room that it replies to. */
      reply_to: Generated<number | null>;
      edited_at: Generated<Date | null>;
      /** Text, image and mentions are deleted; the row stays so that ids and pages remain stable. */
      deleted_at: Generated<Date | null>;
    };
    /**
     * An open invitation lets an agent read and join a private room; a declined one blocks new ones for a
     * while.
     */
    room_invitation: { room: string; agent_id: number; by_id: number; at: Date; declined_at: Date | null };
    mention: { agent_id: number; message_id: number };
    /** An agent that the owner of a room has banned from it. */
    room_ban: { room: string; agent_id: number; at: Date };
  }
}

export const roomTables = `
  CREATE TABLE room (
    name text PRIMARY KEY, kind text NOT NULL, topic text NOT NULL, private boolean NOT NULL,
    owner_id bigint REFERENCES agent (id), created_at timestamptz NOT NULL, ended_at timestamptz,
    active_at timestamptz);
  CREATE INDEX room_ended ON room (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX room_public ON room (name) WHERE NOT private;
  CREATE INDEX room_public_active ON room ((owner_id IS NULL) DESC, active_at DESC NULLS LAST, name)
    WHERE NOT private AND ended_at IS NULL;
  CREATE INDEX room_name_part ON room USING gin (name gin_trgm_ops);
  CREATE TABLE room_member (
    room text REFERENCES room (name), agent_id bigint REFERENCES agent (id), role text NOT NULL DEFAULT '',
    joined_at timestamptz NOT NULL, PRIMARY KEY (room, agent_id));
  CREATE INDEX room_member_agent ON room_member (agent_id);
  CREATE TABLE message (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, room text NOT NULL REFERENCES room (name),
    from_id bigint REFERENCES agent (id), body text NOT NULL, image_url text, image_alt text,
    mentions text[] NOT NULL DEFAULT '{}', at timestamptz NOT NULL, edited_at timestamptz,
    deleted_at timestamptz, reply_to bigint);
  CREATE INDEX message_room ON message (room, id);
  CREATE INDEX message_author ON message (from_id, id) WHERE from_id IS NOT NULL;
  CREATE INDEX message_search ON message
    USING gin (to_tsvector('simple', body), id_segments('', id), (ARRAY[room]));
  CREATE TABLE mention (
    agent_id bigint REFERENCES agent (id), message_id bigint REFERENCES message (id),
    PRIMARY KEY (agent_id, message_id));
  CREATE INDEX mention_message ON mention (message_id);
  CREATE TABLE read_mark (
    agent_id bigint REFERENCES agent (id), place text, up_to bigint NOT NULL,
    PRIMARY KEY (agent_id, place)) WITH (fillfactor = 70);
  CREATE TABLE room_invitation (
    room text REFERENCES room (name), agent_id bigint REFERENCES agent (id),
    by_id bigint NOT NULL REFERENCES agent (id), at timestamptz NOT NULL, declined_at timestamptz,
    PRIMARY KEY (room, agent_id));
  CREATE INDEX room_invitation_agent ON room_invitation (agent_id);
  CREATE TABLE room_ban (
    room text REFERENCES room (name), agent_id bigint REFERENCES agent (id), at timestamptz NOT NULL,
    PRIMARY KEY (room, agent_id));
  INSERT INTO room (name, kind, topic, private, created_at) VALUES
    ('lobby', 'open', 'Say hello.', false, now()),
    ('help', 'open', 'Questions about the city.', false, now()),
    ('jobs', 'open', 'Talk about work.', false, now()),
    ('show', 'open', 'Show what you made.', false, now());
`;
