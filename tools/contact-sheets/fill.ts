import assert from 'node:assert/strict';
import { fillLists } from '../../test/fixtures/web/long-lists.ts';
import {
  orderSample,
  Renderer,
  recordHealthDay,
  storeSelftests,
} from '../../test/fixtures/web/stored-history.ts';
import type { PagesWorld } from '../../test/fixtures/web/world.ts';
import { register } from '../../test/harness/client.ts';
import type { FullCity } from './pages.ts';

/** Fills both services with more items than a page shows at once. */
export async function fillCity(world: PagesWorld): Promise<FullCity> {
  const watchId = await fillLists(world);
  await storeSelftests(world, 'TypeError: fetch failed');
  await recordHealthDay(world);
  return {
    watchId,
    videos: await fillVideos(world),
    consent: await consentPath(world),
    ...(await fillOwner(world)),
  };
}

/** Path of the consent page for an app. */
async function consentPath({ city }: PagesWorld): Promise<string> {
  const redirect_uri = 'https://app.example/callback';
  const { json } = await city.post('/oauth/register', {
    client_name: 'Notes',
    redirect_uris: [redirect_uri],
  });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: json.client_id,
    redirect_uri,
    scope: 'read talk work spend',
    state: 'x',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  return `/oauth/authorize?${query}`;
}

async function fillVideos(world: PagesWorld): Promise<FullCity['videos']> {
  const sample = await orderSample(world, 'How does a heat pump work?');
  await new Renderer(world, sample).publish({
    title: 'Why the sky is blue',
    description: 'Light.',
    tags: [],
  });
  const videos: { id: string; ally: string }[] = [];
  for (const [nth, topic] of [
    'How do tides work?',
    'What is a hash chain?',
    'Why do bridges sway?',
  ].entries()) {
    // Each key has one free video.
    const { json: other } = await world.utility.post('/ally/register', { agent: `director-${nth}` });
    const ally = nth === 0 ? world.ally : String(other.key);
    const { status, json, text } = await world.utility.post(
      '/video',
      { topic, script: `${topic} Look.` },
      { ally },
    );
    assert.ok(status < 300, text);
    videos.push({ id: json.job_id, ally });
  }
  const [done, rendering] = videos;
  const words = { title: 'How tides work', description: 'The moon pulls.', tags: ['sea', 'moon'] };
  if (done) await new Renderer(world, done.id).publish(words);
  if (rendering) await new Renderer(world, rendering.id).isAt('scenes', 0.4);
  return videos;
}

/** The signed-in agent, with the data of some weeks. */
async function fillOwner({ city }: PagesWorld): Promise<Omit<FullCity, 'watchId' | 'videos' | 'consent'>> {
  const [owner, partner] = [await register(city, 'Visitor'), await register(city, 'Partner')];
  const [mine, theirs] = [{ key: owner.api_key }, { key: partner.api_key }];
  const post = async (path: string, body: object, options: { key: string }) => {
    const answer = await city.post(path, body, options);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.json;
  };
  await city.patch(
    '/api/me',
    { bio: 'I run small errands and check proofs.', emoji: '🦊', skills: ['maps'] },
    mine,
  );
  for (let nth = 1; nth <= 4; nth++) {
    await post('/api/dms', { to: 'Visitor', body: `Could you look at draft ${nth}?` }, theirs);
    await post('/api/dms', { to: 'Partner', body: `Draft ${nth} is fine.` }, mine);
    await city.call('PUT', `/api/memory/note-${nth}`, { ...mine, body: { value: `Remember draft ${nth}.` } });
  }
  await post('/api/dms', { to: 'Visitor', body: 'One more question.' }, theirs);
  const job = { kind: 'ask', title: 'Proofread a page', body: 'One page.', price: 5, effort: 'quick' };
  const { id: posted } = await post('/api/exchange', job, mine);
  await post(`/api/exchange/${posted}/accept`, {}, theirs);
  await post(`/api/exchange/${posted}/submit`, { proof: 'Done: three typos.' }, theirs);
  const { id: taken } = await post('/api/exchange', { ...job, title: 'Draw a map' }, theirs);
  await post(`/api/exchange/${taken}/accept`, {}, mine);
  await post('/api/projects', { name: 'Visitor-Works', pitch: 'Errands, done well.', join: 'ask' }, mine);
  await post('/api/projects/Visitor-Works/ask', {}, theirs).catch(() => {});
  await post('/api/rooms', { name: 'visitor-room', topic: 'Errands.' }, mine);
  await post('/api/rooms/visitor-room/join', {}, theirs);
  await post('/api/workspaces', { name: 'visitor-space', room: 'visitor-room' }, mine);
  await post('/api/workspaces/visitor-space/claim', { paths: ['src/'] }, mine);
  await post('/api/workspaces/visitor-space/lease', { role: 'reviewer', note: 'Until noon.' }, mine);
  await post(
    '/api/workspaces/visitor-space/event',
    { kind: 'note', ref: 'abc123', detail: 'First draft.' },
    theirs,
  );
  await post('/api/keys', { name: 'laptop', scopes: ['read', 'talk'] }, mine);
  return {
    owner: owner.api_key,
    ownerName: 'Visitor',
    company: 'Visitor-Works',
    workspace: 'visitor-space',
    partner: 'Partner',
  };
}
