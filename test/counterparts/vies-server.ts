import type { TestContext } from 'node:test';
import { serveHttp } from './servers.ts';

/** The registry's record of a number: an entry, an error code, or a failure that no registry documents. */
export type VatEntry =
  | { readonly name: string; readonly address: string }
  | { readonly error: string; readonly times?: number }
  | { readonly raw: string; readonly status: number };

export interface ViesServer {
  readonly url: string;
  /** The body of every request so far. */
  readonly asked: { countryCode: string; vatNumber: string; requesterNumber?: string }[];
  /** The status it reports for itself and for Ireland. */
  available: boolean;
}

/** The REST API of the registry as documented: errors have status 200, with `valid: false` next to the code. */
export async function startVies(t: TestContext, entries: Record<string, VatEntry>): Promise<ViesServer> {
  const asked: ViesServer['asked'] = [];
  const { port } = await serveHttp(t, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url === '/rest-api/check-status') {
      const countries = [{ countryCode: 'IE', availability: server.available ? 'Available' : 'Unavailable' }];
      response.end(JSON.stringify({ vow: { available: true }, countries }));
      return;
    }
    if (request.method !== 'POST' || request.url !== '/rest-api/check-vat-number') {
      response.writeHead(404).end();
      return;
    }
    const question = JSON.parse(Buffer.concat(chunks).toString());
    asked.push(question);
    const { countryCode, vatNumber } = question;
    const key = `${countryCode}${vatNumber}`;
    const times = asked.filter((each) => `${each.countryCode}${each.vatNumber}` === key).length;
    const entry = entries[key];
    if (entry && 'raw' in entry) {
      response.writeHead(entry.status).end(entry.raw);
      return;
    }
    response.setHeader('content-type', 'application/json');
    if (entry && 'error' in entry && times <= (entry.times ?? Number.POSITIVE_INFINITY)) {
      const errorWrappers = [{ error: entry.error }];
      response.end(JSON.stringify({ actionSucceed: false, errorWrappers, valid: false }));
      return;
    }
    const found = entry && 'name' in entry ? entry : null;
    response.end(
      JSON.stringify({
        countryCode,
        vatNumber,
        requestDate: '2026-11-15T07:30:00.123Z',
        valid: found !== null,
        // Only a caller that gives its own number gets a consultation number.
        requestIdentifier:
          question.requesterMemberStateCode && question.requesterNumber ? 'WAPIAAAAXYZ12345' : '',
        name: found?.name ?? '---',
        address: found?.address ?? '---',
        traderNameMatch: 'NOT_PROCESSED',
      }),
    );
  });
  const server: ViesServer = { url: `http://127.0.0.1:${port}/rest-api/`, asked, available: true };
  return server;
}
