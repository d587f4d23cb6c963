import { defineKind, ends, hexDigit, letters, type PrefixedKind, urlSafe } from './kind.ts';

/** Developer tools and hosted services. */
export const toolKinds: readonly PrefixedKind[] = [
  defineKind('a HashiCorp Vault token', ['hvs.', 'hvb.', 'hvr.'], `${urlSafe}{24}`),
  defineKind('a Grafana service token', 'glsa_', `${letters}{32}_[A-Fa-f0-9]{8}${ends}`),
  defineKind('a Grafana Cloud token', 'glc_', `[A-Za-z0-9+/]{32}`),
  defineKind('a New Relic key', ['NRAK-', 'NRII-', 'NRIQ-'], `[A-Za-z0-9_-]{27}`),
  defineKind('a Sentry token', 'sntrys_', `[A-Za-z0-9+/=_]{60}`),
  defineKind('a Sentry user token', 'sntryu_', `${hexDigit}{64}${ends}`),
  defineKind('a Dynatrace token', 'dt0c01.', `[A-Z0-9]{24}\\.[A-Z0-9]{64}${ends}`),
  defineKind('a PostHog key', 'phx_', `${letters}{40}`),
  defineKind('a Linear key', ['lin_api_', 'lin_oauth_'], `${letters}{40}`),
  defineKind('a Notion token', 'secret_', `${letters}{43}${ends}`),
  defineKind('a Notion integration token', 'ntn_', `\\d{8,13}${letters}{33,38}${ends}`),
  defineKind('a Figma token', ['figd_', 'figo_'], `${urlSafe}{40}`),
  defineKind('an Airtable token', 'pat', `${letters}{14}\\.${hexDigit}{64}${ends}`),
  defineKind('a Contentful token', 'CFPAT-', `${urlSafe}{43}`),
  defineKind('a Typeform token', 'tfp_', `[A-Za-z0-9_.=-]{44}`),
  defineKind(
    'a Doppler token',
    ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    `[A-Za-z0-9_.-]{40}`,
  ),
  defineKind('a Pulumi token', 'pul-', `${hexDigit}{40}${ends}`),
  defineKind('a Prefect key', ['pnu_', 'pnb_'], `${letters}{36}${ends}`),
  defineKind('a 1Password service token', 'ops_eyJ', `[A-Za-z0-9+/=_-]{100}`),
  defineKind('a 1Password secret key', 'A3-', `[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){4}${ends}`),
  defineKind('an age secret key', 'AGE-SECRET-KEY-1', `[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}`),
];
