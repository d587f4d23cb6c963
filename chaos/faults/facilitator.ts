import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, partOf } from './fault.ts';

const lostMs = 8_000;

/** It settles and nobody hears of it: its answers are cut off, and the node of the chain cannot be asked either. */
export const facilitatorDropsAnswers: Fault = {
  name: 'facilitator-drops-answers',
  site: 'plain',
  needs: ['payments'],
  barS: 10,
  async strike(site) {
    const { facilitator, node } = partOf(site.market);
    facilitator.mood = { after: (path, answer) => (path === '/settle' ? 'drop' : answer) };
    node.down = true;
    await sleep(lostMs);
    facilitator.mood = {};
    node.down = false;
    return now();
  },
};
