import { ends, hex, kind, letters, type PrefixedKind, urlSafe } from './kind.ts';

export const cloudKinds: readonly PrefixedKind[] = [
  kind('an AWS access key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], `[A-Z2-7]{16}${ends}`),
  kind('a Google API key', 'AIza', `${urlSafe}{35}(?!${urlSafe})`),
  kind('a Google OAuth client secret', 'GOCSPX-', `${urlSafe}{28}(?!${urlSafe})`),
  kind('a Google OAuth token', 'ya29.', `${urlSafe}{40}`),
  kind('a Google refresh token', '1//0', `${urlSafe}{40}`),
  kind('a DigitalOcean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], `${hex}{64}${ends}`),
  kind('a Cloudflare origin key', 'v1.0-', `${hex}{24}-${hex}{146}${ends}`),
  kind('a Heroku API key', 'HRKU-', `${urlSafe}{36,100}`),
  kind('an Alibaba Cloud access key', 'LTAI', `${letters}{17,22}${ends}`),
  kind('a Tencent Cloud access key', 'AKID', `${letters}{32}${ends}`),
  kind('a Fly.io token', ['fo1_', 'fm1r_', 'fm1a_', 'fm2_'], `[A-Za-z0-9_+/-]{40}`),
  kind('a Netlify token', 'nfp_', `${letters}{36}${ends}`),
  kind('a Render API key', 'rnd_', `${letters}{28,40}${ends}`),
  kind('a Supabase key', 'sbp_', `${hex}{40}${ends}`),
  kind('a Supabase secret key', 'sb_secret_', `${urlSafe}{30}`),
  kind('a PlanetScale credential', ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], `[A-Za-z0-9_.-]{32}`),
  kind('a Databricks token', 'dapi', `${hex}{32}(?:-\\d)?${ends}`),
  kind('a Tailscale key', ['tskey-auth-', 'tskey-api-', 'tskey-client-'], `${letters}{6,40}-${letters}{20}`),
];
