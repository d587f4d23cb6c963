import type { Fault } from './fault.ts';
import { killEveryKith, killKith, pauseKith } from './kith-processes.ts';
import { blackHole, databaseUnreachable, killPostgres, pausePostgres, restartPostgres } from './postgres.ts';

export const faults: readonly Fault[] = [
  killKith,
  restartPostgres,
  killPostgres,
  blackHole,
  pauseKith,
  pausePostgres,
  databaseUnreachable,
  killEveryKith,
];
