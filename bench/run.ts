import { installPeers } from './install-peers.ts';

/** `npm run bench -- <name> [options]`: runs one benchmark and prints its figures as tables. */
const benchmarks: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  all: () => import('./all.ts'),
  start: () => import('./start.ts'),
  identity: () => import('./identity.ts'),
  ledger: () => import('./ledger.ts'),
  reads: () => import('./reads.ts'),
  scale: () => import('./scale.ts'),
  overdue: () => import('./overdue.ts'),
  writes: () => import('./writes.ts'),
  exchange: () => import('./exchange.ts'),
  screening: () => import('./screening.ts'),
  rooms: () => import('./rooms/rooms.ts'),
  access: () => import('./access.ts'),
  fairness: () => import('./fairness/fairness.ts'),
  watch: () => import('./watch/watch.ts'),
  skills: () => import('./skills/skills.ts'),
  video: () => import('./video/video.ts'),
  web: () => import('./web.ts'),
  scripts: () => import('./scripts.ts'),
  economy: () => import('./economy/economy.ts'),
  tracing: () => import('./tracing.ts'),
  closing: () => import('./closing.ts'),
  upgrade: () => import('./upgrade/upgrade.ts'),
  capacity: () => import('./capacity/capacity.ts'),
  bus: () => import('./bus/bus.ts'),
  'sixty-days': () => import('./sixty-days/sixty-days.ts'),
  'first-steps': () => import('./first-steps/first-steps.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = benchmarks[name];
if (load) {
  if (name === 'skills' || name === 'all') installPeers();
  await (await load()).run(args);
} else {
  console.error(`usage: npm run bench -- <${Object.keys(benchmarks).join('|')}> [options]`);
  process.exitCode = 2;
}
