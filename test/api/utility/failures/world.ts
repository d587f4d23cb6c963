import type { TestContext } from 'node:test';
import type { Zone } from '../../../counterparts/dns-server.ts';
import { startOddNode } from '../../../counterparts/rpc-node.ts';
import { serveHttp } from '../../../counterparts/servers.ts';
import { startWorld } from '../../../fixtures/utility/world.ts';
import type { Places } from './case.ts';
import { type Fault, type FaultyServers, startFaulty } from './faults.ts';

const localAddress = { A: ['127.0.0.1'] };
const dmarc = { TXT: ['v=DMARC1; p=reject'] };
const mailDomain = {
  ...localAddress,
  TXT: ['v=spf1 -all'],
  MX: [{ exchange: 'mx.policy.com', priority: 0 }],
};

function zoneOf({ name, secureAddress }: FaultyServers): Zone {
  return {
    '*.test': localAddress,
    '*.site.test': { A: ['127.0.0.4'] },
    'unnamed.test': name,
    'dark.com': name,
    '_dmarc.dark.com': name,
    'hosted.com': { MX: [{ exchange: 'mx.dark.com', priority: 0 }] },
    'mx.dark.com': name,
    'mx.policy.com': localAddress,
    ...Object.fromEntries(
      ['bimi', 'sts', 'rpt', 'key', 'policy'].flatMap((each) => [
        [`${each}.com`, mailDomain],
        [`_dmarc.${each}.com`, dmarc],
      ]),
    ),
    'spf.com': { TXT: ['v=spf1 include:dark.com -all'] },
    '_dmarc.spf.com': dmarc,
    'default._bimi.bimi.com': name,
    '_mta-sts.sts.com': name,
    '_smtp._tls.rpt.com': name,
    '*._domainkey.key.com': name,
    // Its home page fails in the same way.
    'key.com': { ...mailDomain, A: [secureAddress] },
    '_mta-sts.policy.com': { TXT: ['v=STSv1; id=1'] },
    'mta-sts.policy.com': { A: [secureAddress] },
    'hstspreload.org': { A: [secureAddress] },
  };
}

/** The pages of a healthy site, which refer to files of the failing one. */
const pagesOf = ({ web }: FaultyServers): Record<string, string> => ({
  '/plain': '<title>Plain</title>',
  '/manifest': `<link rel=icon href=data:,><link rel=manifest href="http://${web}/m.json">`,
  '/style': `<link rel=icon href=data:,><link rel=stylesheet href="http://${web}/look.css">`,
  '/logo': `<link rel=icon href=data:,><header><img class=logo alt=Logo src="http://${web}/logo.png"></header>`,
  '/preview': `<link rel=icon href=data:,><meta property=og:image content="http://${web}/preview.png">`,
  '/icon': `<link rel=icon href="http://${web}/icon.png">`,
  '/link': `<a href="http://${web}/page">there</a>`,
  '/unnamed': '<a href="http://unnamed.test/">there</a>',
  '/feeds': `<link rel=alternate type=application/rss+xml href="http://${web}/feed">`,
  '/robots.txt': `Sitemap: http://${web}/sitemap.xml`,
});

async function startSite(t: TestContext, faulty: FaultyServers): Promise<string> {
  const pages = pagesOf(faulty);
  const { port } = await serveHttp(t, (request, response) => {
    const url = request.url ?? '';
    if (url === '/moved') return response.writeHead(302, { location: `http://${faulty.web}/page` }).end();
    if (url === '/favicon.ico') return faulty.serve(request, response);
    if (url === '/' && request.headers.host?.startsWith('bare.test'))
      return response.setHeader('content-type', 'text/html').end('<title>Bare</title>');
    const type = url.endsWith('.txt') ? 'text/plain' : 'text/html';
    response.writeHead(url in pages ? 200 : 404, { 'content-type': type }).end(pages[url]);
  });
  return `http://site.test:${port}`;
}

async function startBootstrap(t: TestContext, { web, whoisUrl }: FaultyServers): Promise<string> {
  const services = [
    [['com'], [`http://${web}/rdap/`]],
    [['org'], [whoisUrl]],
  ];
  const { port } = await serveHttp(t, (_, response) =>
    response.end(JSON.stringify({ version: '1.0', publication: '2026-11-01T00:00:00Z', services })),
  );
  return `http://127.0.0.1:${port}/dns.json`;
}

const otherChains = { BASE: 8_453, ARBITRUM: 42_161, OPTIMISM: 10, POLYGON: 137 };

async function startNodes(t: TestContext): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [chain, id] of Object.entries(otherChains)) {
    const node = await startOddNode(t);
    node.answers = {
      eth_chainId: `0x${id.toString(16)}`,
      eth_blockNumber: '0x64',
      eth_gasPrice: '0x64',
      eth_getBalance: '0x7',
      eth_syncing: false,
      eth_call: `0x${'0'.repeat(64)}`,
      eth_getTransactionByHash: null,
      eth_getTransactionReceipt: null,
    };
    env[`KITH_RPC_${chain}`] = node.url;
  }
  return env;
}

/** The real app in a simulated internet where everything that a case names fails in one way. */
export async function startFailingWorld(t: TestContext, fault: Fault, more: Record<string, string> = {}) {
  const faulty = await startFaulty(t, fault);
  const env = {
    KITH_RDAP_BOOTSTRAP_URL: await startBootstrap(t, faulty),
    KITH_VIES_URL: faulty.viesUrl,
    KITH_RPC_ETH: faulty.nodeUrl,
    ...(await startNodes(t)),
    ...more,
  };
  const world = await startWorld(t, { zone: zoneOf(faulty), env });
  const places: Places = {
    page: `http://${faulty.web}/page`,
    origin: `http://${faulty.web}`,
    site: await startSite(t, faulty),
  };
  return { ...world, places };
}
