import { Refusal } from '../../platform/http/refusal.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { asSkillError } from './errors.ts';

/** Validates a webhook URL; throws if it may not be reached. */
export async function notifyUrl(outbound: Outbound, sent: string, signal: AbortSignal): Promise<string> {
  try {
    await outbound.check(sent, { signal });
  } catch (error) {
    const told = asSkillError(error);
    if (!(told instanceof Refusal)) throw error;
    throw new Refusal(
      told.kind,
      `notify cannot be reached: ${told.message}`,
      `${told.hint} Example: {"notify": "https://example.org/hook"}`,
    );
  }
  return new URL(sent).href;
}
