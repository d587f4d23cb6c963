import fc from 'fast-check';

/** Whether a call has an idempotency key; `thrice` sends it three times at once, to any running servers. */
type Keying = 'none' | 'once' | 'thrice';

export type Operation =
  | { does: 'tip'; agent: number; to: number; amount: number; keying: Keying }
  | {
      does: 'spend';
      agent: number;
      what: 'badge' | 'banner' | 'feature-agent';
      badge: string;
      keying: Keying;
    }
  | { does: 'residency'; ap: number; keying: Keying }
  | { does: 'cancel'; agent: number; owner: number; pick: number; keying: Keying }
  | { does: 'ping'; agent: number }
  | { does: 'import'; lines: { agent: number; ap: number; id: number }[] };

/** Agents that can pay a residency, and all others. */
export const rich = 0;
export const agentCount = 20;

const agent = fc.nat({ max: agentCount - 1 });
const keying = fc.constantFrom<Keying>('none', 'once', 'once', 'thrice');

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      does: fc.constant('tip'),
      agent,
      to: agent,
      // Occasionally more or less than a tip may be.
      amount: fc.oneof(
        { weight: 15, arbitrary: fc.integer({ min: 1, max: 100 }) },
        { weight: 1, arbitrary: fc.constantFrom(0, 101) },
      ),
      keying,
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      does: fc.constant('spend'),
      agent,
      what: fc.constantFrom('badge', 'badge', 'banner', 'feature-agent'),
      badge: fc.constantFrom(
        'anchor',
        'builder',
        'comet',
        'gardener',
        'lantern',
        'scholar',
        'star',
        'weaver',
      ),
      keying,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('residency'), ap: fc.constantFrom(5_000, 5_001), keying }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ does: fc.constant('cancel'), agent, owner: agent, pick: fc.nat(), keying }),
  },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('ping'), agent }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('import'),
      lines: fc.array(fc.record({ agent, ap: fc.integer({ min: 1, max: 60 }), id: fc.nat({ max: 400 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
) as fc.Arbitrary<Operation>;

export function planned(count: number, seed: number): Operation[] {
  const [plan] = fc.sample(fc.array(operation, { minLength: count, maxLength: count, size: 'max' }), {
    seed,
    numRuns: 1,
  });
  return plan!;
}
