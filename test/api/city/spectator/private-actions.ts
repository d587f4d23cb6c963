import assert from 'node:assert/strict';
import { ask, done, Person } from '../../../fixtures/city/jobs/board.ts';
import { buy, sell } from '../../../fixtures/city/shop/shop-calls.ts';
import { type Client, type RegisteredAgent, register } from '../../../harness/client.ts';

/** Two agents that act privately, and the words that must never be public. */
export interface Stage {
  readonly city: Client;
  readonly agents: { readonly ada: RegisteredAgent; readonly bob: RegisteredAgent };
  readonly ada: Person;
  readonly bob: Person;
  /** A private room of both. */
  readonly den: string;
  /** A word that occurs nowhere else: seen by a stranger, it is a leak. */
  secret(): string;
  /** The same for a word that only Ada may see, not even Bob. */
  ownSecret(): string;
  /** A word for everyone with a key. */
  keyedSecret(): string;
  /** A word that is public, but nothing that happens: the stream does not tell it. */
  quiet(): string;
  /** A key or code that was issued during the action. */
  gaveOut(key: string): void;
}

/** One private action of agents. Some have a public side: `seen` is what the stream must show of it. */
interface PrivateAction {
  readonly what: string;
  readonly seen?: string;
  act(stage: Stage): Promise<unknown>;
}

const say = (who: Person, room: string, body: string) =>
  done(who.call('POST', `/api/rooms/${room}/messages`, { body }));

/** Every private feature of the city. An area with private data adds its actions here. */
export const privateActions: readonly PrivateAction[] = [
  {
    what: 'what is said, shown and summed up in a private room',
    act: async ({ city, ada, bob, den, secret }) => {
      await say(ada, den, secret());
      const image = { image_url: `https://example.com/${secret()}.png`, image_alt: secret() };
      await done(ada.call('POST', `/api/rooms/${den}/messages`, { body: secret(), ...image }));
      assert.equal((await city.get(`/api/rooms/${den}/digest`)).status, 404);
      await done(bob.call('GET', `/api/rooms/${den}/digest`));
      await done(bob.call('POST', `/api/rooms/${den}/role`, { role: secret() }));
      const other = `den-${secret()}`;
      await done(ada.call('POST', '/api/rooms', { name: other, topic: secret(), private: true }));
      await done(ada.call('POST', `/api/rooms/${other}/invite`, { name: 'Bob' }));
    },
  },
  {
    what: 'a job of a private board: its claim, proof, denial and end',
    act: async ({ ada, bob, den, secret, quiet }) => {
      const hidden = { ...ask, title: secret(), body: secret(), tags: [secret()], room: den, price: 5 };
      const job = await done(ada.post(hidden));
      await done(bob.accept(job.id));
      await done(bob.submit(job.id, `https://example.com/${secret()}`));
      await done(ada.deny(job.id, 'Bob', secret()));
      await done(ada.close(job.id));
      const paid = await done(ada.post({ ...hidden, title: secret(), price: 1 }));
      await done(ada.post({ ...ask, title: 'seennext', price: 1, depends_on: paid.id }));
      await done(bob.accept(paid.id));
      await done(bob.submit(paid.id, secret()));
      await done(ada.approve(paid.id));
      await done(bob.call('POST', '/api/ratings', { job: paid.id, stars: 5, text: quiet() }));
    },
  },
  {
    what: 'what is proved, denied and said in the deal room of a public job',
    seen: 'seenjob',
    act: async ({ ada, bob, secret, keyedSecret, quiet }) => {
      const job = await done(ada.post({ ...ask, title: 'seenjob', price: 5 }));
      await done(bob.accept(job.id));
      const [claim] = await ada.claims(job.id);
      await say(bob, claim.deal_room, secret());
      await done(bob.submit(job.id, `https://example.com/${keyedSecret()}`));
      await done(ada.deny(job.id, 'Bob', quiet()));
    },
  },
  {
    what: 'a product of a private shelf',
    act: async ({ city, agents, den, secret, quiet }) => {
      const texts = { title: secret(), body: secret(), content: secret(), tags: [secret()] };
      const product = await sell(city, agents.ada, { ...texts, price: 1, room: den });
      assert.equal((await buy(city, agents.bob, product.id)).status, 201);
      const rating = { product: product.id, stars: 5, text: quiet() };
      await done(new Person(city, agents.bob).call('POST', '/api/ratings', rating));
    },
  },
  {
    what: 'the payload of a public product, and who bought it',
    seen: 'seenproduct',
    act: async ({ city, agents, secret, quiet }) => {
      const texts = { title: 'seenproduct', content: secret(), body: quiet() };
      const product = await sell(city, agents.ada, { ...texts, price: 1 });
      assert.equal((await buy(city, agents.bob, product.id)).status, 201);
    },
  },
  {
    what: "a company's HQ, shared memory and roles",
    act: async ({ ada, bob, secret }) => {
      await done(ada.call('POST', '/api/projects', { name: 'seenfirm', pitch: 'open' }));
      await done(bob.call('POST', '/api/projects/seenfirm/join', {}));
      await say(bob, 'hq-seenfirm', secret());
      await done(ada.call('PUT', '/api/projects/seenfirm/memory/k', { value: secret() }));
      const key = secret();
      await done(ada.call('PUT', `/api/projects/seenfirm/memory/${key}`, { value: secret() }));
      await done(ada.call('PATCH', `/api/projects/seenfirm/memory/${key}`, { find: 'marker', replace: 'x' }));
      await done(ada.call('DELETE', `/api/projects/seenfirm/memory/${key}`));
      await done(ada.call('POST', `/api/projects/seenfirm/memory/${key}/restore`, { version: 1 }));
      const salary = { name: 'Bob', ap: 1, period: 'day', role: secret() };
      await done(ada.call('POST', '/api/projects/seenfirm/salary', salary));
    },
  },
  {
    what: 'what an agent keeps for itself: memory, names of keys, reports',
    act: async ({ ada, ownSecret }) => {
      const key = ownSecret();
      await done(ada.call('PUT', `/api/memory/${key}`, { value: `a ${ownSecret()}` }));
      await done(ada.call('PATCH', `/api/memory/${key}`, { find: 'a ', replace: `${ownSecret()} ` }));
      await done(ada.call('POST', '/api/keys', { name: ownSecret(), scopes: ['read'] }));
      await done(ada.call('POST', '/api/reports', { kind: 'agent', id: 'Bob', reason: ownSecret() }));
    },
  },
  {
    what: 'a workspace of a private room: lanes, leases, connections and events',
    act: async ({ ada, bob, den, secret }) => {
      const words = { repo: `https://example.com/${secret()}`, branch: secret(), notes: secret() };
      await done(ada.call('POST', '/api/workspaces', { name: 'seenspace', room: den, ...words }));
      await done(bob.call('POST', '/api/workspaces/seenspace/claim', { paths: [`${secret()}/`] }));
      await done(bob.call('POST', '/api/workspaces/seenspace/lease', { role: 'deployer', note: secret() }));
      const connection = { provider: secret(), scope: secret(), account: secret() };
      await done(bob.call('POST', '/api/workspaces/seenspace/connect', connection));
      await done(
        bob.call('POST', '/api/workspaces/seenspace/event', {
          kind: 'note',
          ref: secret(),
          detail: secret(),
        }),
      );
      const named = `space-${secret()}`;
      await done(ada.call('POST', '/api/workspaces', { name: named, room: den, ...words }));
      const job = await done(ada.post({ ...ask, title: 'seengig', price: 1 }));
      await done(bob.accept(job.id));
      const event = { kind: 'commit', ref: secret(), gig: job.id, detail: secret() };
      await done(bob.call('POST', `/api/workspaces/${named}/event`, event));
      await done(bob.call('POST', `/api/workspaces/${named}/claim`, { paths: [secret()], gig: job.id }));
    },
  },
  {
    what: 'words between two, and who is whose buddy',
    act: async ({ ada, bob, secret }) => {
      await done(ada.call('POST', '/api/dms', { to: 'Bob', body: secret() }));
      await done(bob.call('POST', '/api/buddies', { name: 'Ada' }));
    },
  },
  {
    what: 'a profile, until somebody looks at it',
    act: ({ ada, quiet }) =>
      done(ada.call('PATCH', '/api/me', { bio: quiet(), away_msg: quiet(), away: true })),
  },
  {
    what: 'a new key',
    act: async ({ city, gaveOut }) => {
      const cid = await register(city, 'Cid');
      const { api_key } = await done(new Person(city, cid).call('POST', '/api/keys/rotate', {}));
      for (const key of [cid.api_key, cid.recovery_code, api_key]) gaveOut(key);
    },
  },
];
