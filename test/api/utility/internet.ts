import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { makeCertificate } from '../../counterparts/certificate.ts';
import type { Zone } from '../../counterparts/dns-server.ts';
import { startRegistry } from '../../counterparts/registry-servers.ts';
import { startOddNode } from '../../counterparts/rpc-node.ts';
import { serveHttp, serveHttps } from '../../counterparts/servers.ts';
import { trust } from '../../counterparts/trust.ts';
import { startVies, type VatEntry, type ViesServer } from '../../counterparts/vies-server.ts';

const hosts = [
  'example.com',
  'www.w3.org',
  'en.wikipedia.org',
  'www.iana.org',
  'eur-lex.europa.eu',
  'wetten.overheid.nl',
  'hstspreload.org',
];
const certificate = makeCertificate(hosts);
trust(certificate.cert);

const article = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>JSON-LD - Wikipedia</title>
<meta name="generator" content="MediaWiki 1.47.0"><link rel="icon" href="/static/favicon.ico">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","name":"JSON-LD"}</script></head>
<body><article><h1>JSON-LD</h1>${'<p>JSON-LD is a way to write linked data as JSON, so that a program which knows nothing of it still reads it as what it always was.</p>'.repeat(8)}</article></body></html>`;
const pages: Record<string, string> = {
  'example.com/': `<!doctype html><html lang="en"><head><title>Example Domain</title><meta name="viewport" content="width=device-width"></head>
<body><div><h1>Example Domain</h1><p>This domain is for use in documentation examples without needing permission. Avoid use in operations.</p><p><a href="https://www.iana.org/domains/reserved">Learn more</a></p></div></body></html>`,
  'www.w3.org/': '<!doctype html><html lang="en"><title>W3C</title><h1>W3C</h1>',
  'www.w3.org/blog/feed/': `<?xml version="1.0"?><rss version="2.0"><channel><title>W3C Blog</title><link>https://www.w3.org/blog/</link><description>News</description>
<item><title>A first entry</title><link>https://www.w3.org/blog/1/</link><guid>1</guid><pubDate>Sun, 15 Nov 2026 08:00:00 GMT</pubDate><description>Words</description></item></channel></rss>`,
  'www.w3.org/robots.txt': 'User-agent: *\nDisallow: /Member/\nSitemap: https://www.w3.org/sitemap.xml\n',
  'www.w3.org/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://www.w3.org/</loc></url></urlset>`,
  'en.wikipedia.org/wiki/JSON-LD': article,
  'en.wikipedia.org/robots.txt': 'User-agent: *\nAllow: /w/load.php?\nDisallow: /w/\n',
  'www.iana.org/domains/reserved': `<!doctype html><html lang="en"><title>IANA-managed Reserved Domains</title><table><tr><th>Domain<th>Language${'<tr><td>إختبار<td>Arabic'.repeat(11)}</table>`,
  'eur-lex.europa.eu/eli/reg/2016/679/oj': '<!doctype html><title>Regulation - 2016/679 - EN</title>',
  'wetten.overheid.nl/': '<!doctype html><html lang="nl"><title>Wettenbank</title>',
  'hstspreload.org/api/v2/status': '{"status":"unknown"}',
};

const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');
const text = (value: string) =>
  `0x${word(32)}${word(value.length)}${Buffer.from(value).toString('hex').padEnd(64, '0')}`;
const token: Record<string, string> = {
  '0x06fdde03': text('USD Coin'),
  '0x95d89b41': text('USDC'),
  '0x313ce567': `0x${word(6)}`,
  '0x18160ddd': `0x${word(40_000_000_000_000_000n)}`,
};
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const first = {
  hash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
  blockNumber: '0xb443',
  from: '0xa1e4380a3b1f749673e270229993ee55f35663b4',
  to: '0x5df9b87991262f6ba471f09758cde1c0fc1de734',
};
const answers = (chainId: number, transactions: ReadonlySet<string>) => ({
  eth_chainId: `0x${chainId.toString(16)}`,
  eth_blockNumber: '0x1700000',
  eth_getBlockByNumber: { number: '0x1700000', baseFeePerGas: '0x3b9aca00' },
  eth_gasPrice: '0x77359400',
  eth_maxPriorityFeePerGas: '0x3b9aca00',
  eth_feeHistory: {
    baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'],
    gasUsedRatio: [0.5],
    reward: [['0x2faf080', '0x5f5e100', '0xbebc200']],
  },
  eth_syncing: false,
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getTransactionCount: '0x1',
  eth_getStorageAt: `0x${word(0)}`,
  eth_getCode: ([address]: unknown[]) => (String(address).toLowerCase() === usdc ? '0x60806040' : '0x'),
  eth_call: ([call]: unknown[]) => token[(call as { data?: string; input?: string }).data ?? ''] ?? '0x',
  eth_getTransactionByHash: ([hash]: unknown[]) =>
    transactions.has(String(hash))
      ? { ...first, nonce: '0x0', value: '0x7a69', gas: '0x5208', gasPrice: '0x2d79883d2000', input: '0x' }
      : null,
  eth_getTransactionReceipt: ([hash]: unknown[]) =>
    transactions.has(String(hash))
      ? { ...first, transactionHash: first.hash, gasUsed: '0x5208', status: '0x1', logs: [] }
      : null,
});

export interface Internet {
  /** An unused loopback address, for servers that need a fixed port. */
  readonly host: string;
  readonly zone: Zone;
  readonly env: Record<string, string>;
  readonly vies: ViesServer;
  readonly vat: Record<string, VatEntry>;
  /** Hosts that currently respond with 503. */
  readonly down: Set<string>;
  /** Transactions that the nodes have; nodes may drop old ones. */
  readonly transactions: Set<string>;
}

/** Whether this machine allows listening on ports 80 and 443. */
export const noWebPorts =
  process.platform === 'linux' && process.getuid?.() === 0
    ? false
    : 'being example.com takes ports 80 and 443, which this user may not listen on';

/** The part of the internet that the catalogue's examples and the self-test use, on loopback, under its real names. */
export async function startInternet(t: TestContext): Promise<Internet> {
  const host = `127.${randomInt(2, 250)}.${randomInt(0, 250)}.${randomInt(2, 250)}`;
  const down = new Set<string>();
  const transactions = new Set([first.hash]);
  const serve = (scheme: string) => (request: IncomingMessage, response: ServerResponse) => {
    const name = request.headers.host ?? '';
    const url = new URL(request.url ?? '/', `${scheme}//${name}`);
    if (down.has(name)) return response.writeHead(503).end();
    if (scheme === 'http:' && name !== 'example.com')
      return response.writeHead(301, { location: url.href.replace('http:', 'https:') }).end();
    const found = pages[name + url.pathname];
    const type = url.pathname.endsWith('.txt')
      ? 'text/plain'
      : /^</.test(found ?? '')
        ? 'text/html'
        : 'application/json';
    const xml = found?.startsWith('<?xml') || found?.startsWith('<urlset');
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': `${xml ? 'application/xml' : type}; charset=utf-8`,
      server: 'nginx',
    });
    return response.end(request.method === 'HEAD' ? '' : (found ?? '<title>Not found</title>'));
  };
  await serveHttp(t, serve('http:'), host, 80);
  await serveHttps(t, certificate, serve('https:'), host, 443);
  const registry = await startRegistry(t, {
    rdap: {
      'example.com': {
        objectClassName: 'domain',
        ldhName: 'EXAMPLE.COM',
        events: [{ eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' }],
      },
    },
    whois: {},
    rdapTlds: ['com'],
    whoisTlds: [],
  });
  const vat: Record<string, VatEntry> = {
    IE6388047V: { name: 'GOOGLE IRELAND LIMITED', address: '3RD FLOOR, GORDON HOUSE, DUBLIN 4' },
  };
  const vies = await startVies(t, vat);
  const env: Record<string, string> = {
    KITH_RDAP_BOOTSTRAP_URL: registry.bootstrapUrl,
    KITH_VIES_URL: vies.url.replace(/\/$/, ''),
  };
  for (const [chain, id] of Object.entries({
    ETH: 1,
    BASE: 8_453,
    ARBITRUM: 42_161,
    OPTIMISM: 10,
    POLYGON: 137,
  })) {
    const node = await startOddNode(t);
    node.answers = answers(id, transactions);
    env[`KITH_RPC_${chain}`] = node.url;
  }
  const localAddress = { A: [host] };
  const zone: Zone = {
    ...Object.fromEntries(hosts.map((name) => [name, localAddress])),
    'example.com': {
      ...localAddress,
      NS: ['a.iana-servers.net'],
      MX: [{ exchange: '.', priority: 0 }],
      TXT: ['v=spf1 -all'],
    },
    '_dmarc.example.com': { TXT: ['v=DMARC1;p=reject'] },
    'kith.test': localAddress,
  };
  return { host, zone, env, vies, vat, down, transactions };
}
