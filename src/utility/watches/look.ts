import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { asSkillError } from '../catalogue/errors.ts';
import type { Look } from './judge.ts';
import type { Reading, Target, WatchKind } from './kinds/kind.ts';

/** Time limit of one check. */
const longestLookMs = 15_000;

/**
 * One check. An unreadable target is an outcome; our own failures are thrown, as they say nothing about the
 * target.
 */
export async function look(
  kind: WatchKind,
  target: Target,
  signal: AbortSignal,
  baseline: Reading,
): Promise<Look> {
  try {
    return { ok: true, reading: await kind.read(target, within(signal), baseline) };
  } catch (error) {
    signal.throwIfAborted();
    const told = asSkillError(error);
    if (!(told instanceof Refusal) || told.kind === errors.overloaded) throw error;
    return { ok: false, reason: told.message };
  }
}

/** The first check, whose failure is returned to the caller. */
export async function firstLook(kind: WatchKind, target: Target, signal: AbortSignal): Promise<Reading> {
  try {
    return await kind.read(target, within(signal));
  } catch (error) {
    throw asSkillError(error);
  }
}

const within = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(longestLookMs)]);
