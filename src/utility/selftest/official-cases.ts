import { asRecord } from '../../platform/decode.ts';
import { chainKeys } from '../chains/chain.ts';
import {
  atLeast,
  findMismatch,
  hasAtLeast,
  oneOfValues,
  pageCase,
  someMatching,
  type TestCase,
} from './test-case.ts';

const example = 'https://example.com/';
const article = 'https://en.wikipedia.org/wiki/JSON-LD';
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const firstTransaction = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';
const wellKnown = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

const domainNameCase = (skill: string, checked: string, expects: TestCase['expects']): TestCase => ({
  skill,
  params: { domain: 'example.com' },
  checked: `example.com: ${checked}`,
  expects,
  needs: { dns: 'example.com' },
});

const ethereumCase = (
  skill: string,
  params: TestCase['params'],
  checked: string,
  expects: TestCase['expects'],
) => ({ skill, params: { ...params, chain: 'eth' }, checked, expects, needs: { chains: ['eth'] } }) as const;

/**
 * One case per skill, against targets that their owners maintain for this purpose or have kept for many
 * years.
 */
export const officialCases: readonly TestCase[] = [
  {
    skill: 'verify-email',
    params: { email: 'postmaster@example.com' },
    checked: 'postmaster@example.com: valid syntax, a role address, and whether its domain accepts mail',
    expects: {
      syntax: { valid: true, domain: 'example.com' },
      role_account: true,
      deliverable: oneOfValues('yes', 'no'),
    },
    needs: { dns: 'example.com' },
  },
  {
    ...domainNameCase('domain-intel', 'its mail setup is known and its home page was read', {
      registrable_domain: 'example.com',
      deliverability: { mx: oneOfValues(true, false) },
      metadata: { title: 'Example Domain' },
    }),
    needs: { page: example },
  },
  domainNameCase('email-auth', 'its SPF record is found and valid', {
    spf: { record: /^v=spf1 /, valid: true },
  }),
  domainNameCase('dns-lookup', 'it has addresses and name servers', {
    records: { A: hasAtLeast(1), NS: hasAtLeast(1) },
    errors: (value) => findMismatch({}, value) === null && Object.keys(asRecord(value)).length === 0,
  }),
  pageCase('url-metadata', example, 'its title', { status: 200, title: 'Example Domain' }),
  pageCase('tech-detect', article, 'it is made with MediaWiki', { cms: 'MediaWiki' }),
  pageCase('rss-to-json', 'https://www.w3.org/blog/feed/', 'entries with title and link', {
    count: atLeast(1),
    items: [{ title: /\S/, link: /^https?:/ }],
  }),
  {
    skill: 'sitemap-extract',
    params: { domain: 'www.w3.org' },
    checked:
      'www.w3.org: its robots.txt and the usual places were read, and the addresses in them were counted',
    expects: { domain: 'www.w3.org', sitemaps: hasAtLeast(0), count: atLeast(0), urls: hasAtLeast(0) },
    needs: { page: 'https://www.w3.org/' },
  },
  pageCase('security-headers', example, 'a grade from at least ten tests', {
    grade: /^[A-F][+-]?$/,
    score: atLeast(0),
    tests: hasAtLeast(10),
  }),
  pageCase(
    'redirect-trace',
    article.replace('https:', 'http:'),
    'it redirects to https',
    {
      loop: false,
      hops: [{ status: oneOfValues(301, 302, 307, 308) }],
      final_url: article,
      final_status: 200,
    },
    article,
  ),
  {
    skill: 'robots-analyze',
    params: { domain: 'en.wikipedia.org', path: '/w/index.php', agent: 'kith' },
    checked: 'en.wikipedia.org: crawlers may not read /w/',
    expects: { status: 200, groups: hasAtLeast(1), crawlable: false, matched_rule: /^disallow: \/w\//i },
    needs: { page: 'https://en.wikipedia.org/robots.txt' },
  },
  pageCase('structured-data', article, 'its structured data has an Article', {
    types: (value) => Array.isArray(value) && value.includes('Article'),
  }),
  pageCase('broken-links', example, 'its links were checked', { links: atLeast(1), checked: atLeast(1) }),
  pageCase('html-table', 'https://www.iana.org/domains/reserved', 'the table of reserved domains', {
    tables: someMatching({ headers: someMatching(/^Domain/), rows: hasAtLeast(5) }),
  }),
  {
    ...domainNameCase('whois-rdap', 'it is registered, since 1995', {
      created_at: /^1995-/,
      rdap_server: /^https?:|^whois:/,
    }),
    needs: { registryOf: 'example.com' },
  },
  domainNameCase('ip-geo', 'its address, its location and the source of the location', {
    ip: /[.:]/,
    source: { name: /\S/ },
  }),
  pageCase('readability', article, 'the article was separated from the rest of the page', {
    title: /JSON-LD/,
    text: /JSON/,
    word_count: atLeast(100),
  }),
  pageCase('brand-assets', article, 'its icon', { favicon: /^https?:/ }),
  pageCase('seo-audit', example, 'its title and its one heading', {
    title: { text: 'Example Domain' },
    h1_count: 1,
    grade: /^[A-F]$/,
  }),
  pageCase('lang-hreflang', article, 'its language', { lang: 'en', charset: 'utf-8' }),
  ethereumCase('evm-address-intel', { address: usdc }, `${usdc} on eth is a contract`, {
    type: 'contract',
    bytecode_size: atLeast(1),
  }),
  ethereumCase('token-metadata', { address: usdc }, `${usdc} on eth is USDC with 6 decimals`, {
    symbol: 'USDC',
    decimals: 6,
    total_supply_raw: /^\d+$/,
  }),
  ethereumCase('gas-tracker', {}, 'eth: a block and its gas prices', {
    block: atLeast(1),
    gas_price_gwei: atLeast(0),
  }),
  {
    ...ethereumCase(
      'tx-status',
      { hash: firstTransaction },
      `${firstTransaction}: eth's first transaction, in block 46147`,
      { status: 'success', block: 46_147, confirmations: atLeast(1) },
    ),
    needs: { transaction: firstTransaction },
  },
  {
    skill: 'multichain-balance',
    params: { address: wellKnown },
    checked: `${wellKnown}: a balance on each of the five chains`,
    expects: { balances: chainKeys.map((chain) => ({ chain, error: null, balance_wei: /^\d+$/ })) },
    needs: { chains: chainKeys },
  },
  {
    skill: 'json-repair',
    params: { json: "{name: 'Ada', skills: ['maths',]" },
    checked: 'a text with five faults becomes the JSON that was meant',
    expects: { valid_before: false, json: { name: 'Ada', skills: ['maths'] }, fix_count: atLeast(3) },
    needs: null,
  },
  {
    skill: 'text-entities',
    params: { text: 'Write to ada@example.com or see https://example.com/a #maths @ada 2026-11-15 $5' },
    checked: 'one of each kind is found in a sentence',
    expects: {
      emails: ['ada@example.com'],
      urls: ['https://example.com/a'],
      hashtags: ['maths'],
      mentions: ['ada'],
      dates: hasAtLeast(1),
      money: [{ amount: 5, currency: 'USD' }],
    },
    needs: null,
  },
  pageCase('source-verify', 'https://wetten.overheid.nl/', 'it is live and published by the Dutch state', {
    live: true,
    official: true,
    verdict: 'official_live',
  }),
  {
    skill: 'vies-check',
    params: { vat: 'IE6388047V' },
    checked: 'IE6388047V: registered, with the name of the company',
    expects: { valid: true, name: /google/i },
    needs: { vatRegisterOf: 'IE' },
  },
];
