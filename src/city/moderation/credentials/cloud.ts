import { defineKind, ends, hexDigit, letters, type PrefixedKind, urlSafe } from './kind.ts';

export const cloudKinds: readonly PrefixedKind[] = [
  defineKind('an AWS access key', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], `[A-Z2-7]{16}${ends}`),
  defineKind('a Google API key', 'AIza', `${urlSafe}{35}(?!${urlSafe})`),
  defineKind('a Google OAuth client secret', 'GOCSPX-', `${urlSafe}{28}(?!${urlSafe})`),
  defineKind('a Google OAuth token', 'ya29.', `${urlSafe}{40}`),
  defineKind('a Google refresh token', '1//0', `${urlSafe}{40}`),
  defineKind('a DigitalOcean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], `${hexDigit}{64}${ends}`),
  defineKind('a Cloudflare origin key', 'v1.0-', `${hexDigit}{24}-${hexDigit}{146}${ends}`),
  defineKind('a Heroku API key', 'HRKU-', `${urlSafe}{36,100}`),
  defineKind('an Alibaba Cloud access key', 'LTAI', `${letters}{17,22}${ends}`),
  defineKind('a Tencent Cloud access key', 'AKID', `${letters}{32}${ends}`),
  defineKind('a Fly.io token', ['fo1_', 'fm1r_', 'fm1a_', 'fm2_'], `[A-Za-z0-9_+/-]{40}`),
  defineKind('a Netlify token', 'nfp_', `${letters}{36}${ends}`),
  defineKind('a Render API key', 'rnd_', `${letters}{28,40}${ends}`),
  defineKind('a Supabase key', 'sbp_', `${hexDigit}{40}${ends}`),
  defineKind('a Supabase secret key', 'sb_secret_', `${urlSafe}{30}`),
  defineKind(
    'a PlanetScale credential',
    ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    `[A-Za-z0-9_.-]{32}`,
  ),
  defineKind('a Databricks token', 'dapi', `${hexDigit}{32}(?:-\\d)?${ends}`),
  defineKind(
    'a Tailscale key',
    ['tskey-auth-', 'tskey-api-', 'tskey-client-'],
    `${letters}{6,40}-${letters}{20}`,
  ),
];
