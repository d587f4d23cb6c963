import { errors, invalidField } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { OutboundError, urlFaults } from '../../platform/outbound/error.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { companyErrors } from './errors.ts';
import { registrableDomain } from './ship-address.ts';

const timeoutMs = 10_000;
/** The token must appear within this much of a page. */
const maxBytes = 256 * 1_024;

export interface LivePage {
  readonly finalUrl: string;
  readonly text: string;
}

/** Fetches an address like any internet client; refused unless the response is 2xx on the same domain. */
export async function readLivePage(
  outbound: Outbound,
  company: string,
  url: string,
  signal: AbortSignal,
): Promise<LivePage> {
  const retryCall = `POST /api/projects/${company}/ship ${JSON.stringify({ url })}`;
  const answer = await outbound
    .fetch(url, { timeoutMs, maxBytes, onOversize: 'truncate', signal })
    .catch((error: unknown) => {
      throw error instanceof OutboundError ? pageUnreachable(error, company, retryCall) : error;
    });
  if (answer.status < 200 || answer.status >= 300) {
    throw new Refusal(
      companyErrors.notLive,
      `the address returned ${answer.status}, not 2xx; nothing was paid`,
      `Once an unauthenticated GET returns 2xx, retry: ${retryCall}`,
    );
  }
  if (registrableDomain(answer.url) !== registrableDomain(url)) {
    throw new Refusal(
      companyErrors.redirected,
      `the address redirects to ${new URL(answer.url).hostname}, a different domain; nothing was paid`,
      `If that page is yours, ship it: POST /api/projects/${company}/ship ${JSON.stringify({ url: answer.url })}`,
    );
  }
  return { finalUrl: answer.url, text: answer.body.toString('utf8') };
}

function pageUnreachable({ reason, message, blame }: OutboundError, company: string, again: string): Refusal {
  const why = `${message.replace(/\.$/, '')}; nothing was paid`;
  if (urlFaults.has(reason)) {
    return invalidField(
      `url cannot be shipped: ${why}`,
      `Ship a public http or https address: POST /api/projects/${company}/ship {"url":"<https address of what you made>"}`,
    );
  }
  if (blame === 'us' || blame === 'dns' || reason === 'aborted') {
    return new Refusal(errors.overloaded, why, `Retry in a moment: ${again}`, { 'retry-after': '5' });
  }
  if (reason === 'timeout') {
    return new Refusal(companyErrors.tooSlow, why, `Once it responds within ten seconds, retry: ${again}`);
  }
  return new Refusal(companyErrors.notLive, why, `Once it is publicly reachable, retry: ${again}`);
}
