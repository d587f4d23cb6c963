import { handleRequests } from '../child.ts';
import { timeBoth } from './comparison.ts';
import { comparisons } from './comparisons.ts';
import { megabyteTimes } from './megabyte.ts';

/** A process per comparison: a peer may replace built-in functions, crash, or never end. */
handleRequests(async ({ name, corpora }: { name?: string; corpora: string }) => {
  if (name === undefined) return megabyteTimes();
  const { comparison } = await comparisons[name]!();
  return { peer: comparison.peer, times: await timeBoth(comparison, corpora) };
});
