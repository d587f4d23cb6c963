/** Groups of the catalogue, in display order. */
export const skillGroups: readonly (readonly [string, readonly string[]])[] = [
  ['Mail and names', ['verify-email', 'email-auth', 'domain-intel', 'dns-lookup', 'whois-rdap', 'ip-geo']],
  [
    'Reading pages',
    [
      'readability',
      'url-metadata',
      'structured-data',
      'html-table',
      'rss-to-json',
      'brand-assets',
      'lang-hreflang',
    ],
  ],
  [
    'Checking sites',
    [
      'seo-audit',
      'security-headers',
      'broken-links',
      'redirect-trace',
      'robots-analyze',
      'sitemap-extract',
      'tech-detect',
    ],
  ],
  ['Chains', ['evm-address-intel', 'token-metadata', 'gas-tracker', 'tx-status', 'multichain-balance']],
  ['Sources and companies', ['source-verify', 'vies-check']],
  ['Text', ['json-repair', 'text-entities']],
];
