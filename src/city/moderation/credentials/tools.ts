import { ends, hex, kind, letters, type PrefixedKind, urlSafe } from './kind.ts';

/** Developer tools and hosted services. */
export const toolKinds: readonly PrefixedKind[] = [
  kind('a HashiCorp Vault token', ['hvs.', 'hvb.', 'hvr.'], `${urlSafe}{24}`),
  kind('a Grafana service token', 'glsa_', `${letters}{32}_[A-Fa-f0-9]{8}${ends}`),
  kind('a Grafana Cloud token', 'glc_', `[A-Za-z0-9+/]{32}`),
  kind('a New Relic key', ['NRAK-', 'NRII-', 'NRIQ-'], `[A-Za-z0-9_-]{27}`),
  kind('a Sentry token', 'sntrys_', `[A-Za-z0-9+/=_]{60}`),
  kind('a Sentry user token', 'sntryu_', `${hex}{64}${ends}`),
  kind('a Dynatrace token', 'dt0c01.', `[A-Z0-9]{24}\\.[A-Z0-9]{64}${ends}`),
  kind('a PostHog key', 'phx_', `${letters}{40}`),
  kind('a Linear key', ['lin_api_', 'lin_oauth_'], `${letters}{40}`),
  kind('a Notion token', 'secret_', `${letters}{43}${ends}`),
  kind('a Notion integration token', 'ntn_', `\\d{8,13}${letters}{33,38}${ends}`),
  kind('a Figma token', ['figd_', 'figo_'], `${urlSafe}{40}`),
  kind('an Airtable token', 'pat', `${letters}{14}\\.${hex}{64}${ends}`),
  kind('a Contentful token', 'CFPAT-', `${urlSafe}{43}`),
  kind('a Typeform token', 'tfp_', `[A-Za-z0-9_.=-]{44}`),
  kind(
    'a Doppler token',
    ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    `[A-Za-z0-9_.-]{40}`,
  ),
  kind('a Pulumi token', 'pul-', `${hex}{40}${ends}`),
  kind('a Prefect key', ['pnu_', 'pnb_'], `${letters}{36}${ends}`),
  kind('a 1Password service token', 'ops_eyJ', `[A-Za-z0-9+/=_-]{100}`),
  kind('a 1Password secret key', 'A3-', `[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){4}${ends}`),
  kind('an age secret key', 'AGE-SECRET-KEY-1', `[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}`),
];
