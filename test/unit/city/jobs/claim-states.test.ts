import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type ClaimAction,
  type ClaimRole,
  type ClaimState,
  claimActions,
  claimStates,
  decide,
  deriveJobStatus,
  findGate,
  posterActions,
  refuseToPoster,
  roles,
  slotsOpen,
} from '../../../../src/city/jobs/claim-states.ts';
import { jobErrors } from '../../../../src/city/jobs/refusals.ts';
import { runs } from '../../../harness/runs.ts';

/** The contract's rules in the order in which they are checked: the next state, or the refusal. */
function byTheContract(state: ClaimState, action: ClaimAction, role: ClaimRole): string {
  const live = state === 'accepted' || state === 'submitted';
  if (action === 'accept') {
    if (role === 'evaluator') return 'is_evaluator';
    if (role !== 'other') return 'own_job';
    return ['none', 'denied', 'released'].includes(state) ? 'accepted' : 'already_claimed';
  }
  if (['submit', 'amend', 'dispute'].includes(action) && role !== 'worker') return 'not_worker';
  if (['approve', 'deny', 'extend'].includes(action) && role !== 'payer') return 'not_payer';
  if (action === 'answer') {
    if (role !== 'worker') return 'not_worker';
    if (state === 'disputed' || state === 'contestable') return 'dispute_open';
    return state === 'denied' ? 'denied' : 'nothing_to_answer';
  }
  if (action === 'decide' && role !== 'evaluator') return 'not_evaluator';
  if (action === 'decide') return state === 'disputed' ? 'approved' : 'no_dispute';
  if (action === 'dispute') {
    if (state === 'disputed') return 'already_disputed';
    return state === 'contestable' ? 'disputed' : 'no_dispute';
  }
  if (role === 'other' || role === 'evaluator') return 'not_party';
  if (state === 'none') return 'no_claim';
  if (state === 'disputed') return 'dispute_open';
  // A payer may still approve after a denial that could be disputed.
  if (state === 'contestable' && action === 'approve') return 'approved';
  if (!live) return state === 'approved' ? 'already_approved' : 'already_decided';
  const hasProof = state === 'submitted';
  if (action === 'amend') return hasProof ? 'submitted' : 'nothing_to_amend';
  if (action === 'extend') return hasProof ? 'decide_first' : 'accepted';
  if (action === 'submit') return hasProof ? 'already_submitted' : 'submitted';
  if (action === 'approve') return hasProof ? 'approved' : 'no_proof';
  if (action === 'deny') return hasProof ? 'denied' : 'no_proof';
  return hasProof && role === 'payer' ? 'decide_first' : 'released';
}

test('every state, action and role matches the contract', () => {
  assert.deepEqual([claimStates.length, claimActions.length, roles.length], [8, 10, 4]);
  for (const state of claimStates)
    for (const action of claimActions)
      for (const role of roles) {
        const outcome = decide(state, action, role);
        const result = 'to' in outcome ? outcome.to : outcome.refuse;
        assert.equal(result, byTheContract(state, action, role), `${role} would ${action} in ${state}`);
      }
});

test('the wrong caller is refused with 403, the wrong state with 409', () => {
  for (const state of claimStates)
    for (const action of claimActions)
      for (const role of roles) {
        const outcome = decide(state, action, role);
        if ('to' in outcome) continue;
        const [kind] = jobErrors(outcome.refuse);
        const theirs: readonly string[] = {
          accept: roles,
          submit: ['worker'],
          amend: ['worker'],
          dispute: ['worker'],
          extend: ['payer'],
          approve: ['payer'],
          deny: ['payer'],
          release: ['payer', 'worker'],
          decide: ['evaluator'],
          answer: ['worker'],
        }[action];
        assert.equal(
          kind?.status,
          theirs.includes(role) ? 409 : 403,
          `${role} ${action} ${state}: ${kind?.code}`,
        );
      }
});

/** A job as a list of slots, as the contract describes it. */
const slots = fc
  .array(fc.constantFrom(null, 'accepted' as const, 'submitted' as const, 'approved' as const), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((held) =>
    fc.record({
      held: fc.constant(held),
      ended: fc.array(fc.constantFrom('denied' as const, 'released' as const), { maxLength: 4 }),
    }),
  )
  .chain(({ held, ended }) => {
    const claims: ClaimState[] = [...held.filter((slot) => slot !== null), ...ended];
    return fc.record({
      held: fc.constant(held),
      claims: fc.shuffledSubarray(claims, { minLength: claims.length }),
    });
  });

test('the status follows from the slots as the contract’s table says', () => {
  fc.assert(
    fc.property(slots, ({ held, claims }) => {
      const free = held.filter((slot) => slot === null).length;
      const rows = {
        open: free > 0,
        accepted: free === 0 && held.some((slot) => slot === 'accepted'),
        submitted:
          free === 0 &&
          held.every((slot) => slot === 'submitted' || slot === 'approved') &&
          held.some((slot) => slot === 'submitted'),
        done: held.every((slot) => slot === 'approved'),
      };
      const fitting = Object.entries(rows).flatMap(([status, fits]) => (fits ? [status] : []));
      assert.equal(fitting.length, 1, 'the rows of the table are mutually exclusive');
      assert.equal(deriveJobStatus(held.length, claims, false), fitting[0]);
      assert.equal(deriveJobStatus(held.length, claims, true), 'closed');
      assert.equal(slotsOpen(held.length, claims), free);
    }),
    { numRuns: runs(2_000, 300) },
  );
});

test('the poster can close a job unless a proof is waiting, and reopen one that has a free slot', () => {
  assert.deepEqual(posterActions, ['close', 'reopen']);
  fc.assert(
    fc.property(slots, fc.boolean(), fc.boolean(), ({ held, claims }, closed, isPoster) => {
      // Closing ends every accepted claim, and is refused while one is submitted.
      fc.pre(!closed || !claims.some((claim) => claim === 'accepted' || claim === 'submitted'));
      const job = { isPoster, closed, workers: held.length, claims };
      const waits = held.includes('submitted');
      const allPaid = held.every((slot) => slot === 'approved');
      const close = !isPoster ? 'not_poster' : closed ? 'already_closed' : waits ? 'decide_first' : undefined;
      const reopen = !isPoster ? 'not_poster' : !closed ? 'not_closed' : allPaid ? 'all_done' : undefined;
      assert.equal(refuseToPoster('close', job), close);
      assert.equal(refuseToPoster('reopen', job), reopen);
    }),
    { numRuns: runs(2_000, 300) },
  );
});

test('a slot is available on open, unlocked jobs that are not reserved for others; the first obstacle is named', () => {
  const callers = [undefined, 'Ada', 'Bob'];
  const reservations = [[], ['Ada'], ['Ada', 'Bob']];
  for (const closed of [false, true])
    for (const full of [false, true])
      for (const locked of [false, true])
        for (const reservedFor of reservations)
          for (const caller of callers) {
            const claims: ClaimState[] = full ? ['denied', 'accepted', 'approved'] : ['denied', 'accepted'];
            const isForOthers = reservedFor.length > 0 && !reservedFor.some((name) => name === caller);
            const bars = [
              ...(closed ? ['closed'] : []),
              ...(full ? ['no_slot'] : []),
              ...(locked ? ['locked'] : []),
              ...(isForOthers ? ['reserved'] : []),
            ];
            const job = { closed, workers: 2, claims, locked, reservedFor, caller };
            assert.equal(findGate(job), bars[0], JSON.stringify({ ...job, full }));
          }
});

test('whatever three takers and a payer do, no slot is held twice and no payment is undone', () => {
  const step = fc.record({
    action: fc.constantFrom(...claimActions),
    role: fc.constantFrom(...roles),
    taker: fc.nat(2),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 40 }), (workers, steps) => {
      const claims: { taker: number; state: ClaimState }[] = [];
      let payouts = 0;
      for (const { action, role, taker } of steps) {
        const own = claims.findLast((claim) => claim.taker === taker);
        const states = claims.map((claim) => claim.state);
        const facts = { closed: false, workers, claims: states, locked: false, reservedFor: [], caller: 'x' };
        const outcome = decide(own?.state ?? 'none', action, role);
        if ('refuse' in outcome || (action === 'accept' && findGate(facts))) continue;
        assert.notEqual(
          own?.state === 'approved' && action !== 'accept',
          true,
          'a paid claim changed its state',
        );
        if (action === 'accept') claims.push({ taker, state: outcome.to });
        else own!.state = outcome.to;
        if (outcome.to === 'approved') payouts++;
        const held = claims.filter((claim) => !['denied', 'released'].includes(claim.state));
        assert.ok(held.length <= workers, 'more claims than slots');
        assert.equal(
          new Set(held.map((claim) => claim.taker)).size,
          held.length,
          'one agent holds two slots',
        );
        assert.equal(payouts, claims.filter((claim) => claim.state === 'approved').length);
      }
    }),
    { numRuns: runs(500, 100) },
  );
});
