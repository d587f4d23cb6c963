import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, type Resident } from './residents.ts';
import { dayMs, hourMs, type SimulatedCity } from './simulated-city.ts';

const retentionDays = 30;
/** Interval at which events are queued for hooks. */
const hookPauseMs = 5_000;

/** Data that reaches agents and is kept for them: event webhooks, the events themselves, and deal rooms. */
export class Correspondence {
  readonly #city: SimulatedCity;
  readonly #residents: readonly Resident[];
  readonly #receiver: Server;
  readonly #received: number[] = [];
  readonly seen = { webhooks: 0, 'archived deal rooms': 0, 'open deal rooms': 0 };
  #hookId = 0;
  #firstEvent = 0;

  private constructor(city: SimulatedCity, residents: readonly Resident[], receiver: Server) {
    this.#city = city;
    this.#residents = residents;
    this.#receiver = receiver;
  }

  /** The first resident has its events sent to a receiver. */
  static async open(city: SimulatedCity, residents: readonly Resident[]): Promise<Correspondence> {
    const receiver = createServer(async (request, response) => {
      const { type, data } = (await json(request)) as {
        type: string;
        data: { id: number; challenge: string };
      };
      if (type === 'hook.challenge') return response.end(data.challenge);
      opened.#received.push(data.id);
      return response.end();
    });
    const opened: Correspondence = new Correspondence(city, residents, receiver);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const hook = expect(await city.call('POST', '/api/hooks', residents[0]?.key, { url }), 201);
    opened.#hookId = Number(hook.id);
    const [row] = await city.sql('SELECT sent_id FROM agent_hook WHERE id = $1', [opened.#hookId]);
    // The event of its own creation is not sent to it.
    opened.#firstEvent = Number(row?.sent_id) + 2;
    return opened;
  }

  close(): void {
    this.#receiver.close();
    this.#receiver.closeAllConnections();
  }

  async findFaults(): Promise<string[]> {
    await this.#city.forward(hookPauseMs);
    return [
      ...(await this.#findHookFaults()),
      ...(await this.#oldEvents()),
      ...(await this.#findDealRoomFaults()),
    ];
  }

  /** Every event arrives at its hook once, however often the service was stopped. */
  async #findHookFaults(): Promise<string[]> {
    const [row] = await this.#city.sql(
      'SELECT last_id, sent_id FROM agent_hook JOIN agent_event_counter USING (agent_id) WHERE id = $1',
      [this.#hookId],
    );
    const last = Number(row?.last_id);
    const findFaults = Number(row?.sent_id) === last ? [] : [`the hook is at ${row?.sent_id} of ${last}`];
    const ids = new Set(this.#received);
    this.seen.webhooks = ids.size;
    const wanted = last - this.#firstEvent + 1;
    if (ids.size !== wanted || this.#received.length !== wanted)
      findFaults.push(`${this.#received.length} webhooks for ${ids.size} events, ${wanted} happened`);
    return findFaults;
  }

  async #oldEvents(): Promise<string[]> {
    const oldest = new Date(this.#city.now().getTime() - retentionDays * dayMs - 2 * hourMs);
    const rows = await this.#city.sql('SELECT agent_id, id FROM agent_event WHERE at < $1 LIMIT 3', [oldest]);
    return rows.map(({ agent_id, id }) => `event ${id} of agent ${agent_id} is kept too long`);
  }

  /** A deal room leaves the lists with its claim, and accepts no messages 30 days later. */
  async #findDealRoomFaults(): Promise<string[]> {
    const archivedBefore = new Date(this.#city.now().getTime() - retentionDays * dayMs);
    const findFaults: string[] = [];
    for (const [order, isArchived] of [
      ['ended_at ASC', true],
      ['ended_at DESC', false],
    ] as const) {
      const [room] = await this.#city.sql(
        `SELECT room.name, screen_name FROM room JOIN room_member ON room = room.name JOIN agent ON agent.id = agent_id
         WHERE kind = 'deal' AND ended_at IS NOT NULL AND (ended_at <= $1) = ${isArchived} ORDER BY ${order} LIMIT 1`,
        [archivedBefore],
      );
      const member = this.#residents.find(({ name }) => name === room?.screen_name);
      if (!room || !member) continue;
      const body = { body: 'Thanks again.' };
      const said = await this.#city.call('POST', `/api/rooms/${room.name}/messages`, member.key, body);
      this.seen[isArchived ? 'archived deal rooms' : 'open deal rooms'] += 1;
      if (said.status !== (isArchived ? 409 : 201)) findFaults.push(`${room.name} responded ${said.status}`);
      findFaults.push(...(await this.#listedAfterTheEnd(member)));
    }
    return findFaults;
  }

  async #listedAfterTheEnd({ key }: Resident): Promise<string[]> {
    const { rooms } = expect(await this.#city.call('GET', '/api/rooms?limit=100', key), 200);
    const names = (Array.isArray(rooms) ? rooms : []).map(({ name }) => String(name));
    const ended = await this.#city.sql(
      `SELECT name FROM room WHERE name = ANY($1) AND kind = 'deal' AND ended_at IS NOT NULL`,
      [names],
    );
    return ended.map(({ name }) => `${name} is listed although its claim ended`);
  }
}
