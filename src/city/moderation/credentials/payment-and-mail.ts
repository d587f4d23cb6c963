import { defineKind, ends, hexDigit, letters, type PrefixedKind, urlSafe } from './kind.ts';

export const paymentKinds: readonly PrefixedKind[] = [
  defineKind('a Stripe key', ['sk_live_', 'rk_live_'], `${letters}{20}`),
  defineKind('a webhook signing secret', 'whsec_', `[A-Za-z0-9+/]{32}`),
  defineKind('a Square access token', ['EAAA', 'sq0atp-'], `${urlSafe}{22}(?:${urlSafe}{38})?(?!${urlSafe})`),
  defineKind('a Square secret', 'sq0csp-', `${urlSafe}{43}(?!${urlSafe})`),
  defineKind(
    'a PayPal or Braintree token',
    'access_token$production$',
    `[a-z0-9]{16}\\$${hexDigit}{32}${ends}`,
  ),
  defineKind('a Shopify token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], `[A-Fa-f0-9]{32}${ends}`),
  defineKind('a Flutterwave key', 'FLWSECK-', `[a-z0-9]{32}-X`),
  defineKind(
    'a Plaid access token',
    'access-production-',
    `${hexDigit}{8}(?:-${hexDigit}{4}){3}-${hexDigit}{12}${ends}`,
  ),
  defineKind('an EasyPost key', 'EZAK', `${letters}{54}${ends}`),
  defineKind('a Shippo key', 'shippo_live_', `${hexDigit}{40}${ends}`),
];

export const mailKinds: readonly PrefixedKind[] = [
  defineKind('a SendGrid key', 'SG.', `${urlSafe}{20,24}\\.${urlSafe}{39,50}`),
  defineKind('a Mailgun key', 'key-', `${hexDigit}{32}${ends}`),
  defineKind('a Brevo key', ['xkeysib-', 'xsmtpsib-'], `${hexDigit}{64}-${letters}{16}`),
  defineKind('a Resend key', 're_', `${letters}{8}_${letters}{24}${ends}`),
];
