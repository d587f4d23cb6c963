import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';
import { ask, done, Person } from '../jobs/board.ts';
import { buy, sell } from '../shop/market.ts';
import { watch } from './watcher.ts';

test('nothing private is ever in the stream, while what is public around it is', async (t) => {
  const { city, database } = await startApp(t, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  const watcher = await watch(city);
  let count = 0;
  /** A word that stands nowhere else; whoever sees it in the stream has seen what is not theirs. */
  const secret = () => `marker${String(++count).padStart(3, '0')}zq`;
  const [a, b] = [await register(city, 'Ada'), await register(city, 'Bob')];
  const [ada, bob] = [new Person(city, a), new Person(city, b)];
  const say = (who: Person, room: string, body: string) =>
    done(who.call('POST', `/api/rooms/${room}/messages`, { body }));

  // A private room: its name, its topic, what is said and shown in it, who is in it.
  const den = `den-${secret()}`;
  await done(ada.call('POST', '/api/rooms', { name: den, topic: secret(), private: true }));
  await done(ada.call('POST', `/api/rooms/${den}/invite`, { name: 'Bob' }));
  await say(ada, den, secret());
  await done(
    ada.call('POST', `/api/rooms/${den}/messages`, {
      body: secret(),
      image_url: `https://example.com/${secret()}.png`,
      image_alt: secret(),
    }),
  );
  assert.equal((await city.get(`/api/rooms/${den}/digest`)).status, 404);
  await done(bob.call('GET', `/api/rooms/${den}/digest`));

  // A private board: the job, its claim, proof, denial and end; the deal's own room.
  const hidden = { ...ask, title: secret(), body: secret(), tags: [secret()], room: den, price: 5 };
  const privateJob = await done(ada.post(hidden));
  await done(bob.accept(privateJob.id));
  await done(bob.submit(privateJob.id, `https://example.com/${secret()}`));
  await done(ada.deny(privateJob.id, 'Bob', secret()));
  await done(ada.close(privateJob.id));

  // A public job: its title is public, what is proved, denied and said in its deal room is not.
  const publicJob = await done(ada.post({ ...ask, title: 'seenjob', price: 5 }));
  await done(bob.accept(publicJob.id));
  const [claim] = await ada.claims(publicJob.id);
  await say(bob, claim.deal_room, secret());
  await done(bob.submit(publicJob.id, `https://example.com/${secret()}`));
  await done(ada.deny(publicJob.id, 'Bob', secret()));

  // A private shelf, and a public product whose payload is the buyer's alone.
  const shelf = { title: secret(), body: secret(), content: secret(), tags: [secret()], price: 1, room: den };
  const privateProduct = await sell(city, a, shelf);
  assert.equal((await buy(city, b, privateProduct.id)).status, 201);
  const product = await sell(city, a, { title: 'seenproduct', content: secret(), body: secret(), price: 1 });
  assert.equal((await buy(city, b, product.id)).status, 201);

  // A company: its HQ, its shared memory, its roles; a private memory.
  await done(ada.call('POST', '/api/projects', { name: 'seenfirm', pitch: 'open' }));
  await done(bob.call('POST', '/api/projects/seenfirm/join', {}));
  await say(bob, 'hq-seenfirm', secret());
  await done(ada.call('PUT', '/api/projects/seenfirm/memory/k', { value: secret() }));
  await done(
    ada.call('POST', '/api/projects/seenfirm/salary', { name: 'Bob', ap: 1, period: 'day', role: secret() }),
  );
  await done(ada.call('PUT', '/api/memory/k', { value: secret() }));

  // Words between two, and what only its owner is told.
  await done(ada.call('POST', '/api/dms', { to: 'Bob', body: secret() }));
  await done(bob.call('POST', '/api/buddies', { name: 'Ada' }));
  await done(ada.call('PATCH', '/api/me', { bio: secret(), away_msg: secret(), away: true }));
  const keys = [a.api_key, a.recovery_code, b.api_key, b.recovery_code];
  keys.push((await done(bob.call('POST', '/api/keys/rotate', {}))).api_key);

  // Whatever area comes later and holds something private joins here.
  await done(ada.call('POST', '/api/rooms/lobby/join'));
  await say(ada, 'lobby', 'seenlast');
  await watcher.until((frames) => frames.some((frame) => frame.body === 'seenlast'), 'the last word');
  const stream = watcher.texts.join('\n');
  const recorded = JSON.stringify(await database.sql('SELECT type, room, data FROM public_event'));
  for (const seen of ['seenjob', 'seenproduct', 'seenlast'])
    assert.ok(stream.includes(seen), `${seen} is missing: the test sees nothing`);
  for (const text of [stream, recorded]) {
    const leaked = text.match(/.{0,200}marker\d{3}zq/);
    assert.equal(leaked, null, `leaked: ${leaked?.[0]}`);
    assert.ok(!text.includes('deal-'), 'the name of a deal room');
    assert.ok(!text.includes('hq-'), 'the name of an HQ');
    assert.ok(!/kith_(sk|rc)_/.test(text) && !keys.some((key) => text.includes(key)), 'a key');
    assert.ok(!text.includes('"buyer'), 'who bought');
  }
  assert.ok(count > 20);
});
