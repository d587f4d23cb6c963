import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, requirePart } from './fault.ts';

const lostMs = 8_000;

/** The facilitator settles but its responses are lost, and the chain's node cannot be queried either. */
export const facilitatorDropsAnswers: Fault = {
  name: 'facilitator-drops-answers',
  site: 'plain',
  needs: ['payments'],
  maxRecoveryS: 10,
  async cause(site) {
    const { facilitator, node } = requirePart(site.paymentSetup);
    facilitator.behaviour = { after: (path, answer) => (path === '/settle' ? 'drop' : answer) };
    node.down = true;
    await sleep(lostMs);
    facilitator.behaviour = {};
    node.down = false;
    return now();
  },
};
