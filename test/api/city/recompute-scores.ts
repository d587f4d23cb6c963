/** Recomputes scores from the lines of GET /api/ledger/export by the rule in docs/economy.md, without product code. */

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly ref: string | null;
}

interface Pair {
  ap: number;
  /** By month. */
  months: Map<string, number>;
  gigs: number;
  trades: number;
}

export interface RecomputedScore {
  earned_ap: number;
  gigs_completed: number;
  payers: number;
  reputation: number;
}

export function recomputeScores(lines: string, seedAgents = 10): Map<string, RecomputedScore> {
  const entries = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
  const senders = new Map(entries.map(({ ref, from }) => [ref, from]));
  const pairs = new Map<string, Pair>();
  const points = new Map<string, number>();
  const established = new Set<string>();
  for (const { kind, from, to, amount, ref, at } of entries) {
    if (kind === 'standing') established.add(`agent:${(ref ?? '').slice('established:'.length)}`);
    const owner = kind === 'reputation' && /^reputation:([^:]+):/.exec(ref ?? '')?.[1];
    if (owner) points.set(owner, (points.get(owner) ?? 0) + amount);
    const claim = /^payout:claim:(\d+)/.exec(ref ?? '')?.[1];
    const payer =
      kind === 'payout'
        ? (senders.get(`escrow:claim:${claim}`) ??
          senders.get(`escrow:job:${from.slice('escrow:'.length)}:1`))
        : from;
    const isPayment = ['payout', 'sale', 'tip', 'salary'].includes(kind);
    if (!isPayment || !payer?.startsWith('agent:') || !to.startsWith('agent:') || payer === to) continue;
    const pair = pairs.get(`${payer} ${to}`) ?? { ap: 0, months: new Map(), gigs: 0, trades: 0 };
    pair.ap += amount;
    const month = at.slice(0, 7);
    pair.months.set(month, (pair.months.get(month) ?? 0) + amount);
    if (kind === 'payout') pair.gigs++;
    if (kind === 'payout' || kind === 'sale') pair.trades++;
    pairs.set(`${payer} ${to}`, pair);
  }
  const accounts = new Set([...pairs.keys()].flatMap((key) => key.split(' ')));
  const scores = new Map<string, RecomputedScore>();
  const scoreOf = (name: string) => {
    const score = scores.get(name) ?? { earned_ap: 0, gigs_completed: 0, payers: 0, reputation: 0 };
    scores.set(name, score);
    return score;
  };
  for (const [key, pair] of pairs) {
    const [payer = '', payee = ''] = key.split(' ');
    if (established.size >= seedAgents && !established.has(payer)) continue;
    let kept = 0;
    for (const [month, ap] of pair.months) {
      const paid = (a: string, b: string) => pairs.get(`${a} ${b}`)?.months.get(month) ?? 0;
      let cycled = 0;
      for (const third of accounts) cycled += Math.min(paid(payee, third), paid(third, payer));
      kept += Math.max(0, ap - cycled);
    }
    const net = kept - (pairs.get(`${payee} ${payer}`)?.ap ?? 0);
    if (net <= 0) continue;
    const score = scoreOf(payee.slice('agent:'.length));
    score.earned_ap += net;
    score.gigs_completed += pair.gigs;
    if (pair.trades > 0) score.payers++;
  }
  for (const [name, sum] of points) scoreOf(name).reputation += sum;
  for (const score of scores.values()) score.reputation += 10 * score.payers;
  return scores;
}
