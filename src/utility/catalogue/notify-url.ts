import { Refusal } from '../../platform/http/refusal.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { asSkillError } from './errors.ts';

/** Validates a webhook URL; throws if it must not be requested. */
export async function notifyUrl(outbound: Outbound, sent: string, signal: AbortSignal): Promise<string> {
  try {
    await outbound.check(sent, { signal });
  } catch (error) {
    const skillError = asSkillError(error);
    if (!(skillError instanceof Refusal)) throw error;
    throw new Refusal(
      skillError.kind,
      `notify cannot be reached: ${skillError.message}`,
      `${skillError.hint} Example: {"notify": "https://example.org/hook"}`,
    );
  }
  return new URL(sent).href;
}
