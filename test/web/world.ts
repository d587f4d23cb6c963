import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type DnsServer, startDnsServer, type Zone } from '../counterparts/dns-server.ts';
import { noSolana } from '../counterparts/solana/binary.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { freshDataDir } from '../harness/data-dir.ts';
import { type PaymentSetup, startPaymentSetup } from '../payments/payment-setup.ts';

export const adminToken = 'an-admin-token-of-more-than-32-characters';

/** What the pages show: both services, a web site for them to read, and a payer. */
export interface PagesWorld extends TestApp {
  readonly adminToken: string;
  readonly dataDir: string;
  /** A key of an ally, with its free calls. */
  readonly ally: string;
  /** Undefined where there is no Solana virtual machine to pay with. */
  readonly paymentSetup: PaymentSetup | undefined;
  /** Responses of the site at http://site.test. */
  readonly site: { readonly url: string; html: string };
}

export async function startPagesWorld(): Promise<PagesWorld> {
  const ends: (() => unknown)[] = [];
  const later = { after: (end: () => Promise<void>) => void ends.push(end) };
  const site = await startSite(ends);
  const zone: Zone = { '*.test': { A: ['127.0.0.1'] } };
  const [dns, dataDir, setup] = await Promise.all([
    startDnsServer(zone, { remember: false }),
    freshDataDir(later),
    noSolana ? undefined : startPaymentSetup(later),
  ]);
  ends.push(() => (dns as DnsServer).close());
  const app = await startApp(undefined, {
    env: {
      ...setup?.env,
      KITH_DNS_SERVERS: dns.address,
      KITH_OUTBOUND_ALLOW: '127.0.0.1/32',
      KITH_TRUST_PROXY: '127.0.0.1',
      KITH_ADMIN_TOKEN: adminToken,
      KITH_DATA_DIR: dataDir,
      // No weights: voice samples are spoken by the fallback voice.
      KITH_VOICE_DIR: path.join(dataDir, 'voices'),
      KITH_WATCH_INTERVAL_S: '2',
      KITH_VIDEO_RENDERS: '1',
    },
  });
  const { json } = await app.utility.post('/ally/register', { agent: 'tester' });
  return {
    ...app,
    adminToken,
    dataDir,
    ally: json.key,
    paymentSetup: setup,
    site,
    stop: async () => {
      await app.stop();
      for (const end of ends.toReversed()) await end();
    },
  };
}

async function startSite(ends: (() => unknown)[]): Promise<{ url: string; html: string }> {
  const site = { url: '', html: '<title>Before</title><p>Nothing has happened here so far.' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(site.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  site.url = `http://site.test:${(server.address() as AddressInfo).port}/`;
  return site;
}
