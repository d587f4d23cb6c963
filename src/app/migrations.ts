import type { Migration } from '../platform/db/migrations.ts';
import { baseline } from './baseline.ts';

/**
 * The baseline, then every change since 0.1.0 in the order of its name. A change is a file
 * `migrations/<timestamp>-<what>.ts` with the same name inside, e.g. `20270131120000-room-colours`.
 */
export const migrations: readonly Migration[] = [baseline];
