import { importCashouts } from '../../../src/city/money/import-cashouts.ts';
import { ask, type Board, done, Person } from '../../city/jobs/board.ts';
import { goods, sell } from '../../city/shop/market.ts';
import type { RegisteredAgent } from '../../harness/client.ts';

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
  boostProject: 'names a company, founded only later in the test',
  ship: 'the address must answer, and there is no internet here',
  deleteAccount: 'its body names the caller, who is not the example’s',
  appeal: 'a recovery code is its owner’s secret',
  tipUsdc: 'costs money; test/city/x402 pays it',
  sponsorRoom: 'costs money; test/city/x402 pays it',
  createHook: 'the address must resolve, and there is no internet here',
  createWatch: 'looks at its target at once, and there is no internet here',
  videoFile: 'its address is the secret of a finished video',
  voiceSample: 'takes some seconds; test/utility/videos hears one',
  createVideo: 'takes a core for a minute; test/utility/videos makes one',
  payFromTreasury: 'a treasury is filled by a ship, and there is no internet here',
  priorityRegister: 'costs money; test/city/x402 pays it',
  receiptProof: 'the hash of a receipt is known to its buyer alone; test/ledger/receipts asks for one',
};

/** Skills that ask the internet: their examples name public addresses, and there are none here. */
export const asksInternet = (path: string, area: string) =>
  (area === 'skills' && !offline.has(path)) || path === '/watch';
const offline = new Set(['/skills', '/json-repair', '/text-entities']);

/**
 * The states of things that examples need, by the name of their operation. One that is not here is called by someone
 * new with enough AP, in a city with an agent ada_42, a job 1, a product 1 and the rooms it begins with.
 */
export function worldsOf({ city, app, database, bench, join, joinRich }: Board, ada: Person): Worlds {
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
  /** A job with an evaluator whose worker's proof was denied. */
  const denied = async (poster: Person, worker: Person, evaluator: Person) => {
    const { id } = await done(poster.post({ ...ask, price: 20, evaluator: evaluator.name }));
    await done(worker.accept(id));
    await done(worker.submit(id));
    await done(poster.call('POST', `/api/exchange/${id}/deny`, { worker: worker.name, reason: 'no' }));
    return id as number;
  };
  const ownJob = async () => {
    const who = await me();
    return { who, params: { id: await job(who) } };
  };
  const room = async (...members: Person[]) => {
    const who = await me();
    const name = `club-${++count}`;
    await done(who.call('POST', '/api/rooms', { name, topic: 'x', private: true }));
    for (const member of members) {
      await done(who.call('POST', `/api/rooms/${name}/invite`, { name: member.name }));
      await done(member.call('POST', `/api/rooms/${name}/join`));
    }
    return { who, params: { name } };
  };
  const inLobby = async () => {
    const who = await me();
    await who.call('POST', '/api/rooms/lobby/join');
    return { who, params: { name: 'lobby' } };
  };
  const inLobbySpoken = async () => {
    const { who, params } = await inLobby();
    const { id } = await done(who.call('POST', '/api/rooms/lobby/messages', { body: 'hello' }));
    return { who, params: { ...params, id: id as number } };
  };
  const written = async () => {
    const who = await me();
    const { id } = await done(who.call('POST', '/api/dms', { to: ada.name, body: 'hello' }));
    return { who, params: { id: id as number } };
  };
  const ownProduct = async () => {
    const who = await me();
    return { who, params: { id: (await sell(city, asKey(who))).id } };
  };
  const uploaded = async () => {
    const who = await me();
    const headers = { 'content-type': 'text/plain' };
    const { json } = await city.call('POST', '/api/upload', {
      key: who.key,
      raw: `text ${++count}`,
      headers,
    });
    return { who, params: { name: new URL(json.url).pathname.split('/').at(-1) ?? '' } };
  };
  const workspace = async () => {
    const { who } = await inLobby();
    const name = `space-${++count}`;
    const words = { repo: 'https://git.example/x', branch: 'main', notes: '' };
    await done(who.call('POST', '/api/workspaces', { name, room: 'lobby', ...words }));
    return { who, params: { name } };
  };
  const example = 'analytical-engines';
  /** A company of one’s own; the example’s, once it is there, is joined too, because wrong addresses are answered with it. */
  const company = async () => {
    const who = await me();
    const name = `firm-${++count}`;
    await done(who.call('POST', '/api/projects', { name, pitch: 'x' }));
    await done(ada.call('POST', `/api/projects/${name}/join`));
    for (const firm of [name, example]) {
      await who.call('POST', `/api/projects/${firm}/join`);
      await who.call('PUT', `/api/projects/${firm}/memory/plan`, { value: 'Finish job 12, then rest.' });
    }
    return { who, params: { name, key: 'plan' } };
  };
  const memberOf = async (joined: boolean) => {
    const { params } = await company();
    const who = await me();
    if (joined) await done(who.call('POST', `/api/projects/${params.name}/join`));
    return { who, params };
  };
  /** A company that ada_42 asked to join. */
  const requested = async () => {
    const who = await me();
    const name = `firm-${++count}`;
    await done(who.call('POST', '/api/projects', { name, pitch: 'x', join: 'ask' }));
    await done(ada.call('POST', `/api/projects/${name}/join`));
    return { who, params: { name } };
  };
  const note = async () => {
    const who = await me();
    await done(who.call('PUT', '/api/memory/plan', { value: 'Finish job 12, then rest.' }));
    return { who, params: { key: 'plan' } };
  };
  /** Somebody with an ally’s key, which a bearer may be too. */
  const ally = async () => {
    const { json } = await app.utility.post(
      '/ally/register',
      { agent: `ally-${++count}` },
      newNetwork(count),
    );
    return new Person(app.utility, { screen_name: json.agent, api_key: json.key } as RegisteredAgent);
  };
  const member = async () => {
    const who = await ally();
    const pledge = 'I join kithnet and accept the charter.';
    await done(who.call('POST', '/kithnet/join', { pledge, capability: 'maps', needs: 'poems' }));
    await database.sql(`INSERT INTO kithnet_member (ally_id, capability, needs, charter_version, since)
      SELECT id, 'x', 'x', '1.0', now() FROM ally WHERE agent = 'ada-42' ON CONFLICT DO NOTHING`);
    return { who };
  };
  const hook = async () => {
    const who = await me();
    const [row] = await database.sql(
      `INSERT INTO agent_hook (agent_id, url, kinds, secret, sent_id, created_at)
        SELECT id, 'https://example.org/hook', '{}', 'x', 0, now() FROM agent WHERE screen_name = $1 RETURNING id`,
      [who.name],
    );
    return { who, params: { id: Number(row?.id) } };
  };
  const watched = async () => {
    const who = await ally();
    // The one of the examples, because wrong calls are answered with them.
    const id = 'wat_0123456789abcdef01234567';
    await database.sql('DELETE FROM webhook_delivery WHERE sender = $1', [id]);
    await database.sql('DELETE FROM watch WHERE id = $1', [id]);
    const seen = { up: true, status: 200, status_class: '2xx', reason: null };
    await database.sql(
      `WITH made AS (INSERT INTO watch (id, owner, kind, target, notify, secret, status, baseline, current, noise, checks,
          last_checked_at, next_check_at, created_at)
        SELECT $1, 'ally:' || id, 'endpoint', 'https://example.com/', 'https://example.org/hook', 'x', 'active', $2, $2, '[]', 1,
          now(), now() + interval '1 hour', now() FROM ally WHERE agent = $3 RETURNING *),
        place AS (INSERT INTO webhook_endpoint (owner, url) SELECT owner, notify FROM made RETURNING id),
        changed AS (INSERT INTO watch_change (id, watch_id, at, summary, before, after) OVERRIDING SYSTEM VALUE
          SELECT 1, id, now(), 'x', baseline, baseline FROM made RETURNING id),
        told AS (INSERT INTO webhook_delivery (message_id, endpoint_id, sender, change_id, type, secret, body, status, expires_at, created_at)
          SELECT 'msg_' || place.id, place.id, $1, changed.id, 'watch.changed', 'x', '{}', 'delivered', now(), now() FROM place, changed)
      SELECT 1`,
      [id, JSON.stringify(seen), who.name],
    );
    const [{ id: delivery }] = await database.sql('SELECT id FROM webhook_delivery WHERE sender = $1', [id]);
    return { who, params: { id, change: 1, delivery: Number(delivery) } };
  };
  const filmed = async () => {
    const who = await ally();
    const id = 'vid_0123456789abcdef01234567';
    await database.sql('DELETE FROM video_job WHERE id = $1', [id]);
    await database.sql(
      `INSERT INTO video_job (id, owner, topic, voice, paid_by, status, stage, progress, token, created_at)
        SELECT $1, 'ally:' || id, 'x', 'af_heart', 'free', 'failed', 'voice', 0.2, $1, now() FROM ally WHERE agent = $2`,
      [id, who.name],
    );
    return { who, params: { id } };
  };
  return {
    video: filmed,
    deleteHook: hook,
    watch: watched,
    deleteWatch: watched,
    checkWatch: watched,
    testWatch: watched,
    redeliverChange: watched,
    pauseWatch: watched,
    resumeWatch: watched,
    watchDeliveries: watched,
    redeliverDelivery: watched,
    createWorkspace: inLobby,
    workspace,
    connectWorkspace: workspace,
    claimLanes: workspace,
    releaseLanes: workspace,
    leaseRole: workspace,
    recordEvent: workspace,
    workspaceEvents: workspace,
    joinCompany: () => memberOf(false),
    leaveCompany: () => memberOf(true),
    editCompany: company,
    approveMember: requested,
    declineMember: requested,
    removeMember: company,
    banMember: company,
    setMemberRole: company,
    transferCompany: company,
    closeCompany: company,
    logProgress: company,
    companyMemory: company,
    readCompanyMemory: company,
    writeCompanyMemory: company,
    editCompanyMemory: company,
    deleteCompanyMemory: company,
    roster: company,
    setSalary: company,
    readMemory: note,
    editMemory: note,
    deleteMemory: note,
    historyMemory: note,
    restoreMemory: note,
    historyCompanyMemory: company,
    restoreCompanyMemory: company,
    kithnetJoin: async () => ({ who: await ally() }),
    allyRotateKey: async () => ({ who: await ally() }),
    allyRevokeKey: async () => ({ who: await ally() }),
    kithnetTrade: member,
    acceptJob: async () => ({ who: await me(), params: { id: await job(await join()) } }),
    submitProof: async () => {
      const [who, id] = [await me(), await job(await join())];
      await done(who.accept(id));
      return { who, params: { id } };
    },
    amendProof: async () => {
      const [who, id] = [await me(), await job(await join())];
      await done(who.accept(id));
      await done(who.submit(id));
      return { who, params: { id } };
    },
    extendClaim: async () => {
      const { who, params } = await ownJob();
      await done(ada.accept(params.id));
      return { who, params };
    },
    disputeClaim: async () => {
      const [who, poster] = [await me(), await me()];
      return { who, params: { id: await denied(poster, who, await me()) } };
    },
    decideDispute: async () => {
      const [who, poster] = [await me(), await me()];
      const id = await denied(poster, ada, who);
      await done(ada.call('POST', `/api/exchange/${id}/dispute`, { reason: 'It is all there.' }));
      return { who, params: { id } };
    },
    approveClaim: submitted,
    denyClaim: submitted,
    completeJob: submitted,
    cancelJob: ownJob,
    changeJob: ownJob,
    changeProduct: ownProduct,
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
    changeRoom: () => room(),
    closeRoom: () => room(),
    banFromRoom: () => room(ada),
    unbanFromRoom: () => room(),
    declineInvitation: async () => {
      const [{ who: owner, params }, who] = [await room(), await me()];
      await done(owner.call('POST', `/api/rooms/${params.name}/invite`, { name: who.name }));
      return { who, params };
    },
    setRole: () => room(),
    leaveRoom: inLobby,
    speak: inLobby,
    editMessage: inLobbySpoken,
    deleteMessage: inLobbySpoken,
    editDm: written,
    deleteDm: written,
    deleteProduct: ownProduct,
    deleteJob: ownJob,
    deleteFile: uploaded,
    revokeKey: async () => {
      const who = await me();
      const { id } = await done(who.call('POST', '/api/keys', { name: 'spare' }));
      return { who, params: { id: id as number } };
    },
    removeBuddy: async () => {
      const who = await me();
      await done(who.call('POST', '/api/buddies', { name: ada.name }));
      return { who };
    },
  };
}

const newNetwork = (n: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${n % 250}` } });

/** What the examples of reads name: job 1, product 1, and a file that says hello. */
export async function furnish({ city, joinRich }: Board): Promise<void> {
  const owner = await joinRich(10_000);
  const first = await done(owner.post({ ...ask, price: 1, workers: 100 }));
  const product = await sell(city, { api_key: owner.key }, goods);
  if (first.id !== 1 || product.id !== 1) throw new Error('furnish first: the examples name what is first');
  const headers = { 'content-type': 'text/plain' };
  await done(city.call('POST', '/api/upload', { key: owner.key, raw: 'hello', headers }));
}
