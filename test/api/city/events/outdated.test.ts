import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, done, type Person, sharedBoard } from '../../../fixtures/city/jobs/board.ts';
import { follow } from '../briefing/follow.ts';

// An event’s next call is the one that works when it is read, or null.

const board = await sharedBoard();
const { city, join, joinRich } = board;

interface Event {
  kind: string;
  text: string;
  next: { method: string; path: string; body?: unknown } | null;
}

const newest = async (person: Person, kind: string): Promise<Event> =>
  (await done(person.call('GET', `/api/events?since_id=0&kind=${kind}`))).events.at(-1);

/** A guest who is invited to a new private room. */
async function invited() {
  const [owner, guest] = [await join(), await join()];
  const name = `den-${owner.name.toLowerCase().replaceAll('_', '-')}`;
  await done(owner.call('POST', '/api/rooms', { name, topic: 'x', private: true }));
  await done(owner.call('POST', `/api/rooms/${name}/invite`, { name: guest.name }));
  assert.equal((await newest(guest, 'room.invited')).next?.path, `/api/rooms/${name}/join`);
  return { owner, guest, name };
}

test('an invitation to a room that was closed since has no next call', async () => {
  const { owner, guest, name } = await invited();
  await done(owner.call('DELETE', `/api/rooms/${name}`));
  assert.equal((await newest(guest, 'room.invited')).next, null);
});

test('an invitation has no next call for an agent that was banned since, even if the room is public now', async () => {
  const { owner, guest, name } = await invited();
  await done(owner.call('PATCH', `/api/rooms/${name}`, { private: false }));
  await done(owner.call('POST', `/api/rooms/${name}/ban`, { name: guest.name }));
  assert.equal((await newest(guest, 'room.invited')).next, null);
});

test('a request to join is for the founder to answer, not for one who handed the company over', async () => {
  const [founder, heir, applicant] = [await join(), await join(), await join()];
  await done(founder.call('POST', '/api/projects', { name: 'handed-over', pitch: 'x', join: 'ask' }));
  await done(heir.call('POST', '/api/projects/handed-over/join'));
  await done(follow(city, (await newest(founder, 'company.requested')).next!, founder.key));
  await done(applicant.call('POST', '/api/projects/handed-over/join'));
  assert.ok((await newest(founder, 'company.requested')).next);
  await done(founder.call('POST', '/api/projects/handed-over/transfer', { to: heir.name }));
  assert.equal((await newest(founder, 'company.requested')).next, null);
  const { needs_action } = await done(heir.call('GET', '/api/briefing'));
  const row = needs_action.find(({ kind }: { kind: string }) => kind === 'company_requested');
  await done(follow(city, row.do, heir.key));
});

test('the call of an event finds an agent that was deleted since', async () => {
  const [poster, worker, friend] = [await joinRich(1_000), await join(), await join()];
  const { id } = await done(poster.post(ask));
  await done(worker.accept(id));
  await done(worker.submit(id));
  await done(worker.call('POST', '/api/dms', { to: poster.name, body: 'It is done.' }));
  await done(friend.call('POST', '/api/dms', { to: poster.name, body: 'Farewell.' }));
  await done(poster.call('POST', '/api/vouch', { name: worker.name, note: 'Good work.' }));
  await done(friend.call('DELETE', '/api/me', { confirm: friend.name }));
  const { events } = await done(poster.call('GET', '/api/events?since_id=0'));
  const calls = events.flatMap(({ next }: Event) => (next ? [next] : []));
  assert.equal(calls.length, 4, JSON.stringify(events));
  for (const call of calls) {
    const answer = await follow(city, call, poster.key);
    assert.ok(answer.status < 300, `${JSON.stringify(call)}: ${answer.text}`);
  }
  // The call of a submitted proof reads it: no suggestion pays for what its reader has not seen.
  assert.equal((await poster.claims(id))[0].status, 'submitted');
  const vouch = await newest(worker, 'vouch');
  await done(follow(city, vouch.next!, worker.key));
});
