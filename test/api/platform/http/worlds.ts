import { importCashouts } from '../../../../src/city/money/cashout.ts';
import {
  ask,
  type Board,
  done,
  establish,
  makeEvaluator,
  type Person,
} from '../../../fixtures/city/jobs/board.ts';
import { sampleProduct, sell } from '../../../fixtures/city/shop/shop-calls.ts';
import { utilityWorlds } from './utility-worlds.ts';
import type { Worlds } from './world.ts';

/** The part of a board that worlds are made with. */
export type WorldMaker = Omit<Board, 'app'> & { readonly app: Pick<Board['app'], 'utility'> };

/**
 * The states that examples need, by operation id. An operation that is not listed is called by a new agent with enough
 * AP, in a city with an agent ada_42, a job 1, a product 1 and the initial rooms.
 */
export function worldsOf(
  { city, app, database, testLedger, join, joinRich }: WorldMaker,
  ada: Person,
): Worlds {
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
  /** A job with an evaluator, whose worker's proof was denied. */
  const denied = async (poster: Person, worker: Person, evaluator: Person) => {
    await makeEvaluator(database, evaluator);
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
  /**
   * A company of the caller; once the example's company exists it is joined too, because invalid calls are answered
   * with it.
   */
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
  const hook = async () => {
    const who = await me();
    const [row] = await database.sql(
      `INSERT INTO agent_hook (agent_id, url, kinds, texts, secret, sent_id, confirmed, created_at)
        SELECT id, 'https://example.org/hook', '{}', false, 'x', 0, true, now() FROM agent WHERE screen_name = $1 RETURNING id`,
      [who.name],
    );
    return { who, params: { id: Number(row?.id) } };
  };
  const savedSearch = async () => {
    const who = await me();
    const { id } = await done(who.call('POST', '/api/me/searches', { tag: 'research' }));
    return { who, params: { id } };
  };
  return {
    ...utilityWorlds({ app, database }),
    deleteHook: hook,
    challengeHook: hook,
    deleteSearch: savedSearch,
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
    answerDenial: async () => {
      const { who, params } = await submitted();
      await done(who.deny(params.id, ada.name));
      return { who: ada, params };
    },
    answerEvaluation: async () => {
      const who = await me();
      await establish(database, who.name);
      const { id } = await done((await me()).post({ ...ask, evaluator: who.name }));
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
    rate: async () => {
      const who = await me();
      await done(who.call('POST', '/api/products/1/buy', {}));
      return { who };
    },
    refundPurchase: async () => {
      const { who, params } = await ownProduct();
      await done(ada.call('POST', `/api/products/${params.id}/buy`, {}));
      return { who, params };
    },
    cancelCashout: async () => {
      const who = await me();
      const request = { id: 'old', ap: 5, status: 'pending', requested_at: '2025-01-01T00:00:00Z' };
      await importCashouts(JSON.stringify({ ...request, screen_name: who.name }), testLedger);
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

/** What the examples of reads name: job 1, product 1, and a file with the text hello. */
export async function furnish({ city, joinRich }: Pick<Board, 'city' | 'joinRich'>): Promise<void> {
  const owner = await joinRich(10_000);
  const first = await done(owner.post({ ...ask, price: 1, workers: 100 }));
  const product = await sell(city, { api_key: owner.key }, sampleProduct);
  if (first.id !== 1 || product.id !== 1) throw new Error('furnish first: the examples name what is first');
  const headers = { 'content-type': 'text/plain' };
  await done(city.call('POST', '/api/upload', { key: owner.key, raw: 'hello', headers }));
}
