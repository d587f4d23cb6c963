import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { done, type Member, openWorkspace } from '../../../fixtures/city/workspaces/workspace-member.ts';
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts';
import { type KithProcess, onDatabase, spawnKith } from '../../../harness/process.ts';
import { assertRefused } from '../../../harness/refused.ts';

let database: TestDatabase;
let a: KithProcess;
let b: KithProcess;
let crew: Member[];
const env = () => ({ ...onDatabase(database), KITH_TRUST_PROXY: '127.0.0.1' });
const cleaning: (() => Promise<unknown>)[] = [];
const atEnd = { after: (clean: () => Promise<unknown>) => void cleaning.push(clean) };

before(async () => {
  database = await freshDatabase();
  [a, b] = (await Promise.all([1, 2].map(() => spawnKith(atEnd, env())))) as [KithProcess, KithProcess];
  crew = await openWorkspace(a.city, 'shared', { members: 4 });
});
after(async () => {
  await Promise.all(cleaning.map((clean) => clean()));
  await database.drop();
});

/** A concurrent call of every agent, alternating between the two processes. */
const rush = <T>(call: (member: Member, i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 16 }, (_, i) => call(crew[i % 4]!.at((i & 4 ? a : b).city), i)));

test('two processes: a role and a lane have one holder between them', async () => {
  for (let round = 0; round < 5; round++) {
    const leases = await rush((member) => member.lease(`role ${round}`));
    const holders = new Set(leases.flatMap(({ status, json }) => (status === 201 ? [json.holder] : [])));
    assert.equal(holders.size, 1);
    const claims = await rush((member, i) => member.claim([i % 2 ? `r${round}/**/*.ts` : `r${round}/`]));
    const claimers = new Set(
      claims.flatMap(({ status, json }) => (status === 201 ? [json.lanes[0].holder] : [])),
    );
    assert.equal(claimers.size, 1);
    const { leases: seen, lanes } = await crew[0]!.at(b.city).workspace();
    assert.equal(
      seen.find((lease: { role: string }) => lease.role === `role ${round}`).holder,
      [...holders][0],
    );
    assert.deepEqual(new Set(lanes.map((lane: { holder: string }) => lane.holder)), claimers);
    await Promise.all(crew.map((member) => done(member.release())));
  }
});

test('after kill -9, acknowledged claims hold for their holder until they expire', async () => {
  const killedProcess = await spawnKith(atEnd, env());
  const acknowledged: { role: string; holder: string }[] = [];
  let isKilled = false;
  const work = async (member: Member, worker: number) => {
    for (let i = 0; !isKilled; i++) {
      // Every role is wanted by two agents, one of them through the process that dies.
      const role = `doomed ${worker % 2} ${i}`;
      const answer = await member.lease(role, { hours: 24 });
      if (answer.status === 201) acknowledged.push({ role, holder: member.name });
      else assertRefused(answer, 409, 'lease_held');
      if (acknowledged.length >= 20) isKilled ||= killedProcess.child.kill('SIGKILL');
    }
  };
  const load = crew.map((member, i) =>
    work(member.at((i < 2 ? killedProcess : a).city), i).catch((error: unknown) => {
      if (!isKilled) throw error;
    }),
  );
  await Promise.all(load);

  const held: { role: string; holder: string; expires_at: string }[] = (await crew[0]!.at(b.city).workspace())
    .leases;
  for (const { role, holder } of acknowledged)
    assert.equal(held.find((lease) => lease.role === role)?.holder, holder, role);
  const { role, holder } = acknowledged.at(-1)!;
  const other = crew.find((member) => member.name !== holder)!.at(b.city);
  const refused = await other.lease(role);
  assertRefused(refused, 409, 'lease_held');
  assert.ok(refused.json.error.includes(holder));

  // Once its lease has expired, the role is free although nothing was swept and its holder's process is gone.
  await database.sql('UPDATE workspace_lease SET expires_at = $1', [new Date(Date.now() - 1)]);
  assert.deepEqual((await other.workspace()).leases, []);
  assert.equal((await done(other.lease(role))).holder, other.name);
});
