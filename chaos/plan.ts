import type { Random } from '../bench/economy/random.ts';
import type { Fault } from './faults/fault.ts';
import { siteKinds } from './site/site-services.ts';

/** Uses each fault in turn, then groups the rounds by site, so that each site opens once. */
export function planRounds(faults: readonly Fault[], rounds: number, random: Random): Fault[] {
  const planned: Fault[] = [];
  while (faults.length > 0 && planned.length < rounds) planned.push(...shuffle(faults, random));
  return planned
    .slice(0, rounds)
    .sort((one, other) => siteKinds.indexOf(one.site) - siteKinds.indexOf(other.site));
}

function shuffle<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  return values.flatMap(() => left.splice(random.below(left.length), 1));
}
