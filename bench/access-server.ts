import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Type } from 'typebox';
import { openPayments } from '../src/payments/payments.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { openEventBus } from '../src/platform/events/open.ts';
import { createServer } from '../src/platform/http/server.ts';
import { ServerKey } from '../src/platform/keys/server-key.ts';
import { createLog } from '../src/platform/log.ts';
import { Metrics } from '../src/platform/metrics.ts';
import { createDns } from '../src/platform/outbound/dns.ts';
import type { Access } from '../src/utility/access/access.ts';
import { Attempts } from '../src/utility/access/attempts.ts';
import { CallLog } from '../src/utility/access/call-log.ts';
import { AllyKeyLookup } from '../src/utility/access/key-lookup.ts';
import { LeasedQuotas } from '../src/utility/access/leased-quota.ts';
import { MeteredAccess } from '../src/utility/access/metered-access.ts';
import { skillRoutes } from '../src/utility/catalogue/routes.ts';
import { bindSkills, skill } from '../src/utility/catalogue/skill.ts';
import { handleRequests } from './child.ts';
import type { DatabaseAddress } from './postgres.ts';

const wallet = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

/** A skill that does nothing, so that only the cost around it is measured. */
const echo = skill<undefined>()({
  id: 'echo',
  priceUsd: '0.003',
  does: 'Returns a text.',
  params: Type.Object({ text: Type.String() }),
  value: 'text',
  example: { text: 'hello' },
  output: Type.Object({ text: Type.String() }),
  run: async ({ text }) => ({ text }),
});

/** What a challenge needs from a facilitator, and nothing else. */
async function startSupported(): Promise<string> {
  const kinds = [{ x402Version: 2, scheme: 'exact', network: mainnet, extra: { feePayer: wallet } }];
  const text = JSON.stringify({ kinds, extensions: [], signers: {} });
  const server = createHttpServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(text),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One process that serves the same skill twice: behind the product's access control, and as a plain handler. */
async function start({
  databaseAddress,
}: {
  databaseAddress: DatabaseAddress;
}): Promise<{ metered: string; bare: string }> {
  const log = createLog({ level: 'warn' });
  const onError = (error: unknown) => log.error({ err: error }, 'background');
  const database = openDatabase(databaseAddress, { name: 'bench', connections: 8, onLost: onError });
  const bus = await openEventBus({ connection: database.connection }, onError);
  const runtime = {
    ...database,
    bus,
    log,
    onError,
    clock: systemClock,
    dns: createDns({}),
    serverKey: new ServerKey(Buffer.alloc(32, 1)),
  };
  const url = await startSupported();
  // Its reply to the payee check is invalid on purpose: the server logs it and continues.
  const payments = await openPayments({ ...runtime, payee: wallet, facilitatorUrl: url, rpcUrl: url });
  const urls = { utility: 'https://api.example' };
  const cityCalls = { note: () => {} };
  const callLog = new CallLog(runtime);
  const metered = new MeteredAccess({
    quotas: new LeasedQuotas(runtime),
    payments,
    cityCalls,
    callLog,
    urls,
  });
  const bare: Access = { takesPayments: false, serve: (_, run) => run() };
  const attempts = new Attempts(runtime);
  const noCity = {
    errors: [],
    authorize: () => {},
    findCaller: () => {
      throw new Error('no city here');
    },
  };
  const served = async (name: string, access: Access) => {
    const service = {
      name,
      apiVersion: '1.0.0',
      baseUrl: urls.utility,
      authenticators: { key: new AllyKeyLookup(runtime, noCity) },
      routes: skillRoutes(bindSkills([echo], undefined), {
        access,
        attempts,
        browser: { problem: undefined },
        onError: runtime.onError,
      }),
    };
    const app = await createServer(service, {
      ...runtime,
      metrics: new Metrics(),
      trustProxy: undefined,
      ownUrls: () => [],
    });
    return app.listen({ host: '127.0.0.1', port: 0 });
  };
  return { metered: await served('metered', metered), bare: await served('bare', bare) };
}

handleRequests(start);
