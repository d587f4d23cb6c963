import { killNats, pauseNats } from './broker.ts';
import { clockBack, clockForward } from './clock.ts';
import { failover, switchover } from './cluster.ts';
import { fullDisk } from './disk.ts';
import { facilitatorDropsAnswers } from './facilitator.ts';
import type { Fault } from './fault.ts';
import { killEveryKith, killKith, pauseKith } from './kith-processes.ts';
import {
  clockSkew,
  delay500Ms,
  fullMachineDisk,
  lose30Percent,
  oneWayLoss,
  partitionBridge,
  partitionLeader,
  partitionMinority,
  pauseMachine,
  rollingUpgrade,
} from './machines.ts';
import { blackHole, unreachableDatabase } from './network.ts';
import { killPgBouncer, killPostgresBehindPgBouncer, pausePgBouncer } from './pooler.ts';
import { killPostgres, pausePostgres, restartPostgres } from './postgres.ts';
import { failStore, killStore, pauseStore } from './store.ts';

export const faults: readonly Fault[] = [
  killKith,
  killEveryKith,
  pauseKith,
  restartPostgres,
  killPostgres,
  pausePostgres,
  blackHole,
  unreachableDatabase,
  killPgBouncer,
  pausePgBouncer,
  killPostgresBehindPgBouncer,
  killNats,
  pauseNats,
  switchover,
  failover,
  clockForward,
  clockBack,
  fullDisk,
  facilitatorDropsAnswers,
  killStore,
  pauseStore,
  failStore,
];

/** Faults of three machines, for `npm run cluster`. */
export const clusterFaults: readonly Fault[] = [
  partitionLeader,
  partitionMinority,
  partitionBridge,
  oneWayLoss,
  lose30Percent,
  delay500Ms,
  clockSkew,
  pauseMachine,
  fullMachineDisk,
  rollingUpgrade,
];
