import { handleRequests } from '../child.ts';
import { measures } from './measures.ts';
import type { MeasureOptions } from './score.ts';

/** A process per measure: a peer may replace built-in functions, crash, or never end. */
handleRequests(
  async ({ name, corpora, options }: { name: string; corpora: string; options: MeasureOptions }) =>
    (await measures[name]!()).measure(corpora, options),
);
