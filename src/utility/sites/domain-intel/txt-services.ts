import type { Technology } from '../technologies/detect.ts';

/** Services that verify a domain by a TXT record. */
const verificationTokens: readonly (readonly [start: string, name: string])[] = [
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

/** A token shows that the domain was verified once, not that the service is still in use. */
const tokenConfidence = 70;

export function servicesInTxtRecords(texts: readonly string[]): Technology[] {
  const found = new Map<string, Technology>();
  for (const text of texts) {
    const lower = text.toLowerCase();
    const [start, name] = verificationTokens.find(([each]) => lower.startsWith(each)) ?? [];
    if (!name) continue;
    const evidence = [`TXT ${start}`];
    found.set(name, { name, category: 'service', version: null, confidence: tokenConfidence, evidence });
  }
  return [...found.values()];
}
