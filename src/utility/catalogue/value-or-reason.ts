import { Refusal } from '../../platform/http/refusal.ts';
import type { SkillCall } from './call.ts';
import { asSkillError } from './errors.ts';

export type ValueOrReason<T> = { readonly value: T } | { readonly reason: string };

/** A part of a response, or the reason why it could not be read. */
export async function valueOrReason<T>(part: Promise<T>, call: SkillCall): Promise<ValueOrReason<T>> {
  try {
    return { value: await part };
  } catch (error) {
    call.signal.throwIfAborted();
    const refusal = asSkillError(error);
    if (refusal instanceof Refusal) return { reason: refusal.message };
    throw error;
  }
}

/** Why a file beside the page could not be read. */
export const failureReason = (response: ValueOrReason<{ readonly status: number }>): string =>
  'reason' in response ? response.reason : `it returned status ${response.value.status}`;
