import { sql } from 'kysely';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';

const flushMs = 5_000;
const maxWaiting = 100_000;
const maxWrittenAtOnce = 5_000;

interface Mark {
  readonly agentId: number;
  readonly place: string;
  readonly upTo: number;
}

const mentionsIn = (room: string): string => `@${room}`;

/**
 * How far agents have read. Marks are batched so that no request pays for a write: at most one row per agent
 * and room every few seconds, and none if nothing changed. Losing marks with a process only shows some
 * messages as unread again.
 */
export class ReadMarks {
  readonly #transaction: Transact;
  readonly #onError: (error: unknown) => void;
  /** Marks by agent and place, kept until they are committed. */
  readonly #waiting = new Map<number, Map<string, Mark>>();
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(deps: { transaction: Transact; onError: (error: unknown) => void }) {
    this.#transaction = deps.transaction;
    this.#onError = deps.onError;
  }

  /** Marks a room as read up to a message. Does nothing without a key or for an empty page. */
  markRead(agentId: number | undefined, room: string, messageId: number | undefined): void {
    if (agentId !== undefined && messageId !== undefined) this.#mark(agentId, room, messageId);
  }

  /** Marks mentions as read that the agent saw outside of their rooms. */
  markMentionsRead(
    agentId: number,
    mentions: readonly { readonly room: string; readonly id: number }[],
  ): void {
    for (const { room, id } of mentions) this.#mark(agentId, mentionsIn(room), id);
  }

  /** Pending marks of an agent. */
  pendingOf(agentId: number): readonly Mark[] {
    return [...(this.#waiting.get(agentId)?.values() ?? [])];
  }

  /** The newest message of a room that an agent has read; null before it read any. */
  async readUpTo(read: Reader, agentId: number, room: string): Promise<number | null> {
    const pending = this.#waiting.get(agentId)?.get(room)?.upTo ?? 0;
    const written = await read
      .selectFrom('read_mark')
      .select('up_to')
      .where('agent_id', '=', agentId)
      .where('place', '=', room)
      .executeTakeFirst();
    return Math.max(pending, written?.up_to ?? 0) || null;
  }

  /** Writes pending marks once more; those that fail are dropped. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#flush();
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const marks = [...this.#waiting.values()].flatMap((places) => [...places.values()]);
    try {
      for (let from = 0; from < marks.length; from += maxWrittenAtOnce) {
        await this.#write(marks.slice(from, from + maxWrittenAtOnce));
      }
    } catch (error) {
      this.#onError(error);
      this.#flushLater();
    }
  }

  #mark(agentId: number, place: string, upTo: number): void {
    const mark: Mark = { agentId, place, upTo };
    const places = this.#waiting.get(agentId);
    const known = places?.get(place);
    if (known && upTo <= known.upTo) return;
    if (!known && this.#count >= maxWaiting) return;
    if (!known) this.#count++;
    if (places) places.set(place, mark);
    else this.#waiting.set(agentId, new Map([[place, mark]]));
    this.#flushLater();
  }

  #flushLater(): void {
    if (!this.#stopped) this.#timer ??= setTimeout(() => void this.#flush(), flushMs);
  }

  async #write(marks: readonly Mark[]): Promise<void> {
    await this.#transaction(async (tx) => {
      // Unchanged marks are excluded, because a conflict would lock their rows, which is a write too. The
      // others are written in a fixed order, so that two processes cannot deadlock.
      await sql`INSERT INTO read_mark (agent_id, place, up_to)
        SELECT seen.* FROM unnest(${marks.map((mark) => mark.agentId)}::bigint[],
          ${marks.map((mark) => mark.place)}::text[], ${marks.map((mark) => mark.upTo)}::bigint[])
          AS seen (agent_id, place, up_to)
        LEFT JOIN read_mark AS known USING (agent_id, place)
        WHERE known.up_to IS NULL OR known.up_to < seen.up_to
        ORDER BY seen.agent_id, seen.place
        ON CONFLICT (agent_id, place) DO UPDATE SET up_to = excluded.up_to
        WHERE read_mark.up_to < excluded.up_to`.execute(tx);
    });
    for (const mark of marks) this.#removePending(mark);
  }

  #removePending(mark: Mark): void {
    const places = this.#waiting.get(mark.agentId);
    // A newer mark may have replaced it during the write.
    if (places?.get(mark.place) !== mark) return;
    places.delete(mark.place);
    this.#count--;
    if (places.size === 0) this.#waiting.delete(mark.agentId);
  }
}
