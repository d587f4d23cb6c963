import { toStorable } from '../../platform/db/storable.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { asSkillError } from '../catalogue/errors.ts';
import type { CheckOutcome } from './judge.ts';
import type { Reading, WatchKind, WatchTarget } from './kinds/kind.ts';

/** Time limit of one check. */
const maxCheckMs = 15_000;

/**
 * One check. An unreadable target is an outcome; our own failures are thrown, as they say nothing about the
 * target.
 */
export async function checkTarget(
  kind: WatchKind,
  target: WatchTarget,
  signal: AbortSignal,
  baseline: Reading,
): Promise<CheckOutcome> {
  try {
    const reading = await kind.read(target, withTimeLimit(signal), baseline);
    return { ok: true, reading: toStorable(reading) };
  } catch (error) {
    signal.throwIfAborted();
    const skillError = asSkillError(error);
    if (!(skillError instanceof Refusal) || skillError.kind === errors.overloaded) throw error;
    return { ok: false, reason: skillError.message };
  }
}

/** The first check, whose failure is returned to the caller. */
export async function checkFirstTime(
  kind: WatchKind,
  target: WatchTarget,
  signal: AbortSignal,
): Promise<Reading> {
  try {
    return toStorable(await kind.read(target, withTimeLimit(signal)));
  } catch (error) {
    throw asSkillError(error);
  }
}

const withTimeLimit = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(maxCheckMs)]);
