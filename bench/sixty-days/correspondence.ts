import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, type Resident } from './people.ts';
import { dayMs, hourMs, type Town } from './town.ts';

const keptDays = 30;
/** Events are queued for hooks every two seconds. */
const hookPauseMs = 5_000;

/** What reaches agents and is kept for them: webhooks of events, the events themselves, and rooms of deals. */
export class Correspondence {
  readonly #town: Town;
  readonly #residents: readonly Resident[];
  readonly #receiver: Server;
  readonly #received: number[] = [];
  readonly seen = { webhooks: 0, 'archived deal rooms': 0, 'open deal rooms': 0 };
  #hookId = 0;
  #firstEvent = 0;

  private constructor(town: Town, residents: readonly Resident[], receiver: Server) {
    this.#town = town;
    this.#residents = residents;
    this.#receiver = receiver;
  }

  /** The first of the residents has its events sent to a receiver. */
  static async open(town: Town, residents: readonly Resident[]): Promise<Correspondence> {
    const receiver = createServer(async (request, response) => {
      const message = (await json(request)) as { data?: { id?: number } };
      opened.#received.push(message.data?.id ?? 0);
      response.end();
    });
    const opened: Correspondence = new Correspondence(town, residents, receiver);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const hook = expect(await town.call('POST', '/api/hooks', residents[0]?.key, { url }), 201);
    opened.#hookId = Number(hook.id);
    const [row] = await town.sql('SELECT sent_id FROM agent_hook WHERE id = $1', [opened.#hookId]);
    opened.#firstEvent = Number(row?.sent_id) + 1;
    return opened;
  }

  close(): void {
    this.#receiver.close();
    this.#receiver.closeAllConnections();
  }

  async broken(): Promise<string[]> {
    await this.#town.forward(hookPauseMs);
    return [...(await this.#wrongHook()), ...(await this.#oldEvents()), ...(await this.#wrongDealRooms())];
  }

  /** Every event arrives at its hook, once, however often the service slept. */
  async #wrongHook(): Promise<string[]> {
    const [row] = await this.#town.sql(
      'SELECT last_id, sent_id FROM agent_hook JOIN agent_event_counter USING (agent_id) WHERE id = $1',
      [this.#hookId],
    );
    const last = Number(row?.last_id);
    const broken = Number(row?.sent_id) === last ? [] : [`the hook is at ${row?.sent_id} of ${last}`];
    const ids = new Set(this.#received);
    this.seen.webhooks = ids.size;
    const wanted = last - this.#firstEvent + 1;
    if (ids.size !== wanted || this.#received.length !== wanted)
      broken.push(`${this.#received.length} webhooks of ${ids.size} events, ${wanted} happened`);
    return broken;
  }

  async #oldEvents(): Promise<string[]> {
    const oldest = new Date(this.#town.now().getTime() - keptDays * dayMs - 2 * hourMs);
    const rows = await this.#town.sql('SELECT agent_id, id FROM agent_event WHERE at < $1 LIMIT 3', [oldest]);
    return rows.map(({ agent_id, id }) => `event ${id} of agent ${agent_id} is kept too long`);
  }

  /** A deal room leaves the lists with its claim, and nothing is said in it 30 days later. */
  async #wrongDealRooms(): Promise<string[]> {
    const archivedBefore = new Date(this.#town.now().getTime() - keptDays * dayMs);
    const broken: string[] = [];
    for (const [order, isArchived] of [
      ['ended_at ASC', true],
      ['ended_at DESC', false],
    ] as const) {
      const [room] = await this.#town.sql(
        `SELECT room.name, screen_name FROM room JOIN room_member ON room = room.name JOIN agent ON agent.id = agent_id
         WHERE kind = 'deal' AND ended_at IS NOT NULL AND (ended_at <= $1) = ${isArchived} ORDER BY ${order} LIMIT 1`,
        [archivedBefore],
      );
      const member = this.#residents.find(({ name }) => name === room?.screen_name);
      if (!room || !member) continue;
      const body = { body: 'Thanks again.' };
      const said = await this.#town.call('POST', `/api/rooms/${room.name}/messages`, member.key, body);
      this.seen[isArchived ? 'archived deal rooms' : 'open deal rooms'] += 1;
      if (said.status !== (isArchived ? 409 : 201)) broken.push(`${room.name} was answered ${said.status}`);
      broken.push(...(await this.#listedAfterTheEnd(member)));
    }
    return broken;
  }

  async #listedAfterTheEnd({ key }: Resident): Promise<string[]> {
    const { rooms } = expect(await this.#town.call('GET', '/api/rooms?limit=100', key), 200);
    const names = (Array.isArray(rooms) ? rooms : []).map(({ name }) => String(name));
    const ended = await this.#town.sql(
      `SELECT name FROM room WHERE name = ANY($1) AND kind = 'deal' AND ended_at IS NOT NULL`,
      [names],
    );
    return ended.map(({ name }) => `${name} is listed although its deal ended`);
  }
}
