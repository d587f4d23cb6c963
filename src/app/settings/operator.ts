import { contactUri, key32, longToken, port, text } from '../../platform/config/parse.ts';
import { optional, setting } from './define.ts';

/** The operator's secrets and tools. */
export const operator = {
  signingKey: optional(
    'KITH_SIGNING_KEY',
    key32,
    'Secret of this deployment: 32 bytes in hexadecimal or base64. Required with DATABASE_URL, the same for all processes.',
    { fallbackText: 'created at first start and kept in the data dir', secret: true },
  ),
  adminToken: optional('KITH_ADMIN_TOKEN', longToken, "The operator's token, 32 characters or more.", {
    fallbackText: 'none: admin is off',
    secret: true,
  }),
  securityContact: optional(
    'KITH_SECURITY_CONTACT',
    contactUri,
    'Contact for private security reports, mailto:… or https://…; served in /.well-known/security.txt.',
    { fallbackText: 'none: there is no security.txt' },
  ),
  metricsPort: optional(
    'KITH_METRICS_PORT',
    port,
    'Separate port for /metrics, which the services then do not serve; 0 picks a free one.',
    { fallbackText: 'none: /metrics on both services' },
  ),
  metricsHost: setting(
    'KITH_METRICS_HOST',
    text,
    '127.0.0.1',
    'Address that the separate /metrics listens on.',
  ),
};
