import type { Fetched } from '../pages/fetched.ts';

export interface Trace {
  readonly name: string;
  readonly category: string;
  readonly evidence: string;
}

/** Services that have a domain prove itself by a text record. */
const tokens: readonly (readonly [start: string, name: string])[] = [
  ['google-site-verification=', 'Google Search Console'],
  ['ms=', 'Microsoft 365'],
  ['apple-domain-verification=', 'Apple'],
  ['facebook-domain-verification=', 'Meta Business'],
  ['atlassian-domain-verification=', 'Atlassian'],
  ['stripe-verification=', 'Stripe'],
  ['docusign=', 'DocuSign'],
  ['zoom_verify_', 'Zoom'],
  ['zoom-domain-verification=', 'Zoom'],
  ['hubspot-developer-verification=', 'HubSpot'],
  ['adobe-idp-site-verification=', 'Adobe'],
  ['slack-domain-verification=', 'Slack'],
  ['notion-domain-verification=', 'Notion'],
  ['openai-domain-verification=', 'OpenAI'],
  ['anthropic-domain-verification', 'Anthropic'],
  ['dropbox-domain-verification=', 'Dropbox'],
  ['webexdomainverification', 'Webex'],
  ['miro-verification=', 'Miro'],
  ['1password-site-verification=', '1Password'],
  ['yandex-verification:', 'Yandex'],
  ['have-i-been-pwned-verification=', 'Have I Been Pwned'],
  ['shopify-verification', 'Shopify'],
  ['sendinblue-code:', 'Brevo'],
  ['brevo-code:', 'Brevo'],
  ['klaviyo-site-verification=', 'Klaviyo'],
];

export function tracesInTexts(texts: readonly string[]): Trace[] {
  const found = new Map<string, Trace>();
  for (const text of texts) {
    const lower = text.toLowerCase();
    const [start, name] = tokens.find(([each]) => lower.startsWith(each)) ?? [];
    if (name) found.set(name, { name, category: 'service', evidence: `TXT ${start}` });
  }
  return [...found.values()];
}

/** Who answered, as far as the headers of the home page tell. */
const headerTraces: readonly (readonly [header: string, value: RegExp, name: string, category: string])[] = [
  ['cf-ray', /./, 'Cloudflare', 'cdn'],
  ['x-amz-cf-id', /./, 'Amazon CloudFront', 'cdn'],
  ['x-fastly-request-id', /./, 'Fastly', 'cdn'],
  ['x-served-by', /^cache-/i, 'Fastly', 'cdn'],
  ['x-vercel-id', /./, 'Vercel', 'hosting'],
  ['x-nf-request-id', /./, 'Netlify', 'hosting'],
  ['x-github-request-id', /./, 'GitHub Pages', 'hosting'],
  ['x-azure-ref', /./, 'Azure Front Door', 'cdn'],
  ['x-shopid', /./, 'Shopify', 'commerce'],
  ['x-wix-request-id', /./, 'Wix', 'cms'],
  ['x-drupal-cache', /./, 'Drupal', 'cms'],
  ['x-generator', /drupal/i, 'Drupal', 'cms'],
  ['x-pingback', /xmlrpc\.php/i, 'WordPress', 'cms'],
  ['link', /wp-json/i, 'WordPress', 'cms'],
  ['x-powered-by', /php/i, 'PHP', 'language'],
  ['x-powered-by', /express/i, 'Express', 'framework'],
  ['x-powered-by', /next\.js/i, 'Next.js', 'framework'],
  ['x-powered-by', /asp\.net/i, 'ASP.NET', 'framework'],
  ['server', /nginx/i, 'nginx', 'server'],
  ['server', /apache/i, 'Apache', 'server'],
  ['server', /microsoft-iis/i, 'IIS', 'server'],
  ['server', /litespeed/i, 'LiteSpeed', 'server'],
  ['server', /caddy/i, 'Caddy', 'server'],
  ['server', /cloudflare/i, 'Cloudflare', 'cdn'],
];

export function tracesInHeaders(answer: Fetched): Trace[] {
  const found = new Map<string, Trace>();
  for (const [header, value, name, category] of headerTraces) {
    const sent = answer.header(header).slice(0, 1_000);
    if (sent !== '' && value.test(sent) && !found.has(name))
      found.set(name, { name, category, evidence: `${header}: ${sent.slice(0, 100)}` });
  }
  return [...found.values()];
}
