import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openBoard } from '../../fixtures/city/jobs/board.ts';
import { grant } from '../../fixtures/ledger/test-ledger.ts';
import { type Answer, type RegisteredAgent, register } from '../../harness/client.ts';
import { dayMs, hourMs, MovableClock } from '../../harness/clock.ts';
import { checkHistories } from '../../harness/histories.ts';

const clock = new MovableClock('2026-05-01T09:00:00Z');
const { city, database, testLedger } = await openBoard({ clock });
const receiver = await register(city);

/** A secret and what it may still do, as the rules say. */
interface Key {
  readonly secret: string;
  readonly id: number;
  readonly cap: number | null;
  readonly isOwner: boolean;
  readonly parent: Key | undefined;
  endsAt: number;
  isRevoked: boolean;
}
interface Spending {
  readonly key: number;
  readonly way: 'tip' | 'ask';
  readonly ap: number;
}
type Command =
  | ({ readonly is: 'spend' } & Spending)
  | { readonly is: 'retry'; readonly which: number; readonly key: number }
  | { readonly is: 'create'; readonly key: number; readonly cap: number | null; readonly isOwner: boolean }
  | { readonly is: 'rotate'; readonly key: number; readonly graceS: number }
  | { readonly is: 'revoke'; readonly key: number; readonly by: number }
  | { readonly is: 'wait'; readonly hours: number }
  | { readonly is: 'together'; readonly all: readonly Exclude<Command, { is: 'together' | 'wait' }>[] };

/** The keys of one agent, and every payment that an answer acknowledged. */
class Family {
  readonly #agent: RegisteredAgent;
  readonly #keys: Key[];
  readonly #sent: Spending[] = [];
  readonly #paid: { readonly call: number; readonly key: Key; readonly ap: number; readonly day: string }[] =
    [];
  #isParallel = false;

  private constructor(agent: RegisteredAgent) {
    this.#agent = agent;
    const first = {
      secret: agent.api_key,
      id: 0,
      cap: null,
      isOwner: true,
      isRevoked: false,
      parent: undefined,
    };
    this.#keys = [{ ...first, endsAt: Number.POSITIVE_INFINITY }];
  }

  static async open(): Promise<Family> {
    const agent = await register(city);
    await testLedger.move(grant(`agent:${agent.screen_name}`, 5_000));
    return new Family(agent);
  }

  async run(command: Command): Promise<void> {
    switch (command.is) {
      case 'spend':
        return this.#spend(this.#sent.push(command) - 1, this.#key(command.key));
      case 'retry':
        if (this.#sent.length === 0) return;
        return this.#spend(command.which % this.#sent.length, this.#key(command.key));
      case 'create':
        return this.#create(this.#key(command.key), command);
      case 'rotate':
        return this.#rotate(this.#key(command.key), command.graceS);
      case 'revoke':
        return this.#revoke(this.#key(command.key), this.#key(command.by));
      case 'wait':
        clock.forward(command.hours * hourMs);
        return;
      case 'together': {
        this.#isParallel = true;
        await Promise.all(command.all.map((each) => this.run(each)));
        this.#isParallel = false;
      }
    }
  }

  #key(n: number): Key {
    return this.#keys[n % this.#keys.length]!;
  }

  #isLive(key: Key): boolean {
    return key.endsAt > clock.now().getTime();
  }

  /** What a key and those below it have spent today. */
  #spentToday(key: Key): number {
    const isBelow = (each: Key | undefined): boolean =>
      each !== undefined && (each === key || isBelow(each.parent));
    return this.#paid
      .filter((each) => isBelow(each.key) && each.day === today())
      .reduce((sum, { ap }) => sum + ap, 0);
  }

  async #spend(call: number, key: Key): Promise<void> {
    const { way, ap } = this.#sent[call]!;
    const isRepeated = this.#paid.some((each) => each.call === call);
    const wasLive = this.#isLive(key);
    const fits = key.cap === null || this.#spentToday(key) + ap <= key.cap;
    const body =
      way === 'tip'
        ? { to: receiver.screen_name, amount: ap, memo: `call ${call}` }
        : { kind: 'ask', title: `call ${call}`, body: 'Read', price: ap, effort: 'quick' };
    const path = way === 'tip' ? '/api/tip' : '/api/exchange';
    const answer = await this.#call(key, 'POST', path, body, { 'idempotency-key': `call-${call}` });
    const isReplayed = answer.headers['idempotency-replayed'] === 'true';
    if (answer.status === 201 && !isReplayed) this.#paid.push({ call, key, ap, day: today() });
    if (!wasLive) assert.equal(answer.status, 401, `an ended key was answered ${answer.text}`);
    if (this.#isParallel || !wasLive || answer.status === 429) return;
    if (isRepeated) assert.deepEqual([answer.status, isReplayed], [201, true], answer.text);
    else
      assert.equal(
        answer.status,
        fits ? 201 : 403,
        `${ap} AP by a key with a cap of ${key.cap}: ${answer.text}`,
      );
  }

  async #create(key: Key, { cap, isOwner }: { cap: number | null; isOwner: boolean }): Promise<void> {
    const answer = await this.#call(key, 'POST', '/api/keys', {
      name: `key ${this.#keys.length} ${Math.random()}`,
      scopes: ['read', 'work', 'spend', 'talk', 'admin', ...(isOwner ? ['owner'] : [])],
      ...(!isOwner && cap !== null && { spend_cap_ap_per_day: cap }),
    });
    if (!this.#isParallel) assert.equal(answer.status, this.#isLive(key) ? (key.isOwner ? 201 : 403) : 401);
    if (answer.status !== 201) return;
    const { id, api_key: secret, spend_cap_ap_per_day: given } = answer.json;
    assert.equal(given, isOwner ? null : cap);
    const made = { secret, id, cap: given, isOwner, parent: key, isRevoked: false };
    this.#keys.push({ ...made, endsAt: Number.POSITIVE_INFINITY });
    // It was created by a key that was revoked at the same time.
    if (key.isRevoked) this.#end(this.#keys.at(-1)!);
  }

  async #rotate(key: Key, graceS: number): Promise<void> {
    const answer = await this.#call(key, 'POST', '/api/keys/rotate', { grace_s: graceS });
    if (answer.status !== 201) return;
    const { endsAt, ...rest } = key;
    this.#keys.push({ ...rest, secret: answer.json.api_key, endsAt });
    // Of the first key, only the last one before it has a grace period.
    if (key.id === 0)
      for (const old of this.#keys.slice(0, -1)) if (old.id === 0) old.endsAt = Math.min(old.endsAt, 0);
    key.endsAt = graceS === 0 ? 0 : Math.min(endsAt, clock.now().getTime() + graceS * 1_000);
    Object.assign(key, { isOwner: false });
  }

  async #revoke(key: Key, by: Key): Promise<void> {
    const answer = await this.#call(by, 'DELETE', `/api/keys/${key.id}`);
    if (answer.status === 200) for (const each of this.#keys) if (each.id === key.id) this.#end(each);
  }

  #end(key: Key): void {
    key.endsAt = 0;
    key.isRevoked = true;
    for (const each of this.#keys) if (each.parent?.id === key.id && !each.isRevoked) this.#end(each);
  }

  async #call(
    key: Key,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    const answer = await city.call(method, path, {
      key: key.secret,
      ...(body && { body }),
      ...(headers && { headers }),
    });
    assert.ok(answer.status < 500, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  /** The ledger holds each acknowledged payment once and no other, and no family of keys spent more than its cap. */
  async assertKept(): Promise<void> {
    const entries = await database.sql(
      `SELECT amount::int AS ap, coalesce(job.title, ledger_entry.memo) AS call FROM ledger_entry
       LEFT JOIN job ON ledger_entry.ref = 'escrow:job:' || job.id || ':1'
       WHERE from_account = $1 ORDER BY 2`,
      [`agent:${this.#agent.screen_name}`],
    );
    const paid = this.#paid.map(({ call, ap }) => ({ ap, call: `call ${call}` }));
    assert.deepEqual(
      entries,
      paid.toSorted((a, b) => (a.call < b.call ? -1 : 1)),
    );
    for (const key of this.#keys)
      if (key.cap !== null)
        assert.ok(this.#spentToday(key) <= key.cap, `key ${key.id} spent more than its cap`);
    const counted = await database.sql(
      `SELECT key_id::int AS id, ap::int FROM key_spend WHERE day = $1 AND ap > 0 AND key_id = ANY($2)`,
      [today(), this.#keys.map(({ id }) => id)],
    );
    for (const { id, ap } of counted)
      assert.equal(ap, this.#spentToday(this.#keys.find((key) => key.id === id)!), `counted for key ${id}`);
  }
}

const today = () => clock.now().toISOString().slice(0, 10);

const key = fc.nat({ max: 6 });
const single = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant('spend' as const),
      key,
      way: fc.constantFrom('tip' as const, 'tip' as const, 'ask' as const),
      ap: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('retry' as const), which: fc.nat({ max: 9 }), key }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('create' as const),
      key: fc.constantFrom(0, 0, 1, 2),
      cap: fc.constantFrom(null, 0, 12, 12, 20),
      isOwner: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('rotate' as const), key, graceS: fc.constantFrom(0, 7_200) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('revoke' as const), key, by: fc.constantFrom(0, 0, 1) }),
  },
);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: single },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant('together' as const),
      all: fc.array(single, { minLength: 2, maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('wait' as const), hours: fc.constantFrom(1, 3, 15) }) },
);

const capped: Command[] = [{ is: 'create', key: 0, cap: 12, isOwner: false }];
const spend = (ap: number): Extract<Command, { is: 'spend' }> => ({ is: 'spend', key: 1, way: 'tip', ap });
const raced: Command[] = [
  ...capped,
  { is: 'together', all: [spend(5), spend(5), { ...spend(5), way: 'ask' }] },
  { is: 'together', all: [{ is: 'retry', which: 0, key: 1 }, spend(2), { is: 'retry', which: 0, key: 1 }] },
];
const revokedBelow: Command[] = [
  { is: 'create', key: 0, cap: null, isOwner: true },
  { is: 'create', key: 1, cap: 12, isOwner: false },
  {
    is: 'together',
    all: [
      { is: 'revoke', key: 1, by: 0 },
      { ...spend(3), key: 2 },
    ],
  },
  { ...spend(3), key: 2 },
];

test('in every history a key spends at most its cap, a retry counts once, and a revoked key spends nothing', () =>
  checkHistories(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      // A new day, so that no cap is used up.
      clock.forward(dayMs);
      const family = await Family.open();
      for (const each of commands) {
        await family.run(each);
        await family.assertKept();
      }
    }),
    { runs: 12, examples: [[raced], [revokedBelow]] },
  ));
