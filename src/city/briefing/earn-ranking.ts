import type { Effort } from '../jobs/tables.ts';

/** The facts that rank a job for one agent. */
export interface RankedFacts {
  readonly id: number;
  readonly title: string;
  readonly tags: readonly string[];
  readonly price: number;
  readonly effort: Effort;
  readonly reserved: boolean;
  /** Past decisions of the job's poster. */
  readonly approved: number;
  readonly denied: number;
}

/** Typical price in AP per effort level. */
const typicalPrice: Record<Effort, number> = { quick: 15, hours: 60, days: 250, week: 800 };
const maxPriceRatio = 3;
const maxMatches = 2;
const weights = { match: 2, price: 1, trust: 2 };

/** The agent's skills that occur in a job's tags or title. */
export function matchingSkills(
  job: Pick<RankedFacts, 'title' | 'tags'>,
  skills: readonly string[],
): string[] {
  const words = new Set([...job.tags, ...job.title.split(/[^\p{L}\p{N}+#.]+/u)].map((w) => w.toLowerCase()));
  return skills.filter((skill) => words.has(skill.toLowerCase()));
}

/** A poster without past decisions counts as one that approves half. */
const calculateTrust = ({ approved, denied }: RankedFacts): number =>
  (approved + 1) / (approved + denied + 2);

function scoreFor(job: RankedFacts, skills: readonly string[]): number {
  const matches = Math.min(matchingSkills(job, skills).length, maxMatches);
  const price = Math.min(job.price / typicalPrice[job.effort], maxPriceRatio);
  return weights.match * matches + weights.price * price + weights.trust * calculateTrust(job);
}

/** Best first: jobs reserved for the agent, then by score; ties go to the newest. */
export function rankJobs<J extends RankedFacts>(jobs: readonly J[], skills: readonly string[]): J[] {
  return jobs
    .map((job) => ({ job, score: scoreFor(job, skills) }))
    .sort(
      (a, b) => Number(b.job.reserved) - Number(a.job.reserved) || b.score - a.score || b.job.id - a.job.id,
    )
    .map(({ job }) => job);
}
