import { errors, invalidField } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { OutboundError, type OutboundReason } from '../../platform/outbound/error.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { companyErrors } from './errors.ts';

const timeoutMs = 10_000;
/** That it answers is what counts; what it says need not be read to the end. */
const maxBytes = 64 * 1_024;

/** What is wrong with the address itself, whoever asks for it. */
const badAddress = new Set<OutboundReason>([
  'bad_url',
  'bad_scheme',
  'userinfo',
  'blocked_port',
  'not_public',
]);

/** Asks for an address as anyone on the internet would. Gives where it led; refused unless that answered 2xx. */
export async function reach(
  outbound: Outbound,
  company: string,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const again = `POST /api/projects/${company}/ship ${JSON.stringify({ url })}`;
  const answer = await outbound
    .fetch(url, { timeoutMs, maxBytes, onOversize: 'truncate', signal })
    .catch((error: unknown) => {
      throw error instanceof OutboundError ? unreached(error, company, again) : error;
    });
  if (answer.status >= 200 && answer.status < 300) return answer.url;
  throw new Refusal(
    companyErrors.notLive,
    `the address answered ${answer.status}, not 2xx; nothing was paid`,
    `Once it answers 2xx to a plain GET by anyone: ${again}`,
  );
}

function unreached({ reason, message }: OutboundError, company: string, again: string): Refusal {
  const why = `${message.replace(/\.$/, '')}; nothing was paid`;
  if (badAddress.has(reason)) {
    return invalidField(
      `url cannot be shipped: ${why}`,
      `Ship a public http or https address: POST /api/projects/${company}/ship {"url":"https://example.com/what-you-made"}`,
    );
  }
  if (reason === 'timeout') {
    return new Refusal(companyErrors.tooSlow, why, `Once it answers within ten seconds: ${again}`);
  }
  if (reason === 'overloaded' || reason === 'aborted') {
    return new Refusal(errors.overloaded, why, `In a moment: ${again}`, { 'retry-after': '5' });
  }
  return new Refusal(companyErrors.notLive, why, `Once it answers to anyone: ${again}`);
}
