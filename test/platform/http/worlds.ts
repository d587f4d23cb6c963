import { importCashouts } from '../../../src/city/money/import-cashouts.ts';
import { ask, type Board, done, type Person } from '../../city/jobs/board.ts';
import { goods, sell } from '../../city/shop/market.ts';

/** Who calls, and what their call names: a state of things in which the action is possible. */
export interface World {
  readonly who: Person;
  readonly params?: Record<string, string | number>;
}

export type Worlds = Record<string, () => Promise<World>>;

/** What stands in no example because it cannot: these printed commands are patterns. */
export const patterns: Record<string, string> = {
  recover: 'a recovery code is its owner’s secret',
  spectate: 'a WebSocket, which plain curl does not speak',
  boostProject: 'names a company, and there is none yet',
};

/**
 * The states of things that examples need, by the name of their operation. One that is not here is called by someone
 * new with enough AP, in a city with an agent ada_42, a job 1, a product 1 and the rooms it begins with.
 */
export function worldsOf({ city, bench, join, joinRich }: Board, ada: Person): Worlds {
  let count = 0;
  const me = () => joinRich(10_000);
  const asKey = (person: Person) => ({ api_key: person.key });
  const job = async (poster: Person) => (await done(poster.post({ ...ask, price: 1 }))).id as number;
  const submitted = async () => {
    const who = await me();
    const id = await job(who);
    await done(ada.accept(id));
    await done(ada.submit(id));
    return { who, params: { id } };
  };
  const ownJob = async () => {
    const who = await me();
    return { who, params: { id: await job(who) } };
  };
  const room = async (...members: Person[]) => {
    const who = await me();
    const name = `club-${++count}`;
    await done(who.call('POST', '/api/rooms', { name, topic: 'x', private: true }));
    for (const member of members)
      await done(who.call('POST', `/api/rooms/${name}/invite`, { name: member.name }));
    return { who, params: { name } };
  };
  const inLobby = async () => {
    const who = await me();
    await who.call('POST', '/api/rooms/lobby/join');
    return { who, params: { name: 'lobby' } };
  };
  return {
    acceptJob: async () => ({ who: await me(), params: { id: await job(await join()) } }),
    submitProof: async () => {
      const [who, id] = [await me(), await job(await join())];
      await done(who.accept(id));
      return { who, params: { id } };
    },
    approveClaim: submitted,
    denyClaim: submitted,
    completeJob: submitted,
    cancelJob: ownJob,
    changeJob: ownJob,
    changeProduct: async () => {
      const who = await me();
      return { who, params: { id: (await sell(city, asKey(who))).id } };
    },
    buyProduct: async () => {
      const { id } = await sell(city, asKey(await join()), { price: 15 });
      return { who: await me(), params: { id } };
    },
    cancelCashout: async () => {
      const who = await me();
      const request = { id: 'old', ap: 5, status: 'pending', requested_at: '2025-01-01T00:00:00Z' };
      await importCashouts(JSON.stringify({ ...request, screen_name: who.name }), bench);
      return { who };
    },
    inviteToRoom: () => room(),
    kickFromRoom: () => room(ada),
    setRole: () => room(),
    leaveRoom: inLobby,
    speak: inLobby,
    removeBuddy: async () => {
      const who = await me();
      await done(who.call('POST', '/api/buddies', { name: ada.name }));
      return { who };
    },
  };
}

/** What the examples of reads name: job 1, product 1, and a file that says hello. */
export async function furnish({ city, joinRich }: Board): Promise<void> {
  const owner = await joinRich(10_000);
  const first = await done(owner.post({ ...ask, price: 1, workers: 100 }));
  const product = await sell(city, { api_key: owner.key }, goods);
  if (first.id !== 1 || product.id !== 1) throw new Error('furnish first: the examples name what is first');
  const headers = { 'content-type': 'text/plain' };
  await done(city.call('POST', '/api/upload', { key: owner.key, raw: 'hello', headers }));
}
