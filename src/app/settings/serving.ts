import { availableParallelism } from 'node:os';
import {
  choiceOf,
  contactUri,
  count,
  httpUrl,
  key32,
  list,
  listenAddress,
  longToken,
  port,
  someOf,
  text,
} from '../../platform/config/parse.ts';
import { logFormats, logLevels } from '../../platform/log.ts';
import { optional, setting } from './define.ts';

/** Where both services listen, and which roles this process has. */
export const serving = {
  host: setting(
    'KITH_HOST',
    text,
    '127.0.0.1',
    'Address both services listen on; 0.0.0.0 for all interfaces.',
  ),
  utilityPort: setting(
    'KITH_UTILITY_PORT',
    port,
    4020,
    'Port of the utility API; 0 picks a free one and prints it.',
  ),
  cityPort: setting('KITH_CITY_PORT', port, 4021, 'Port of the city; 0 picks a free one and prints it.'),
  baseUrl: optional('KITH_BASE_URL', httpUrl, 'Public address of the utility API, used in links.', {
    fallbackText: 'from host and port',
  }),
  cityUrl: optional('KITH_CITY_URL', httpUrl, 'Public address of the city, used in links.', {
    fallbackText: 'from host and port',
  }),
  roles: setting(
    'KITH_ROLES',
    someOf('city', 'utility', 'worker'),
    ['city', 'utility', 'worker'],
    'Which parts this process runs: city, utility, worker.',
  ),
  processes: setting(
    'KITH_PROCESSES',
    count,
    defaultProcesses(availableParallelism()),
    'Processes that share the two ports on this machine; above 1, the role worker runs in a separate process.',
    { fallbackText: 'one per two cores, at most 4' },
  ),
  trustProxy: optional('KITH_TRUST_PROXY', list, 'Addresses or networks whose x-forwarded-for is trusted.', {
    fallbackText: 'none',
  }),
  logLevel: setting('KITH_LOG_LEVEL', choiceOf(...logLevels), 'info', `Log level: ${logLevels.join(', ')}.`),
  logFormat: setting(
    'KITH_LOG_FORMAT',
    choiceOf(...logFormats),
    'auto',
    'Format of the log: json, text (one line per request), or auto: text on a terminal.',
  ),
};

/**
 * Half of the cores are left for the database, workers and renders; four processes fit PostgreSQL's default
 * limit of 100 connections.
 */
export function defaultProcesses(cores: number): number {
  return Math.min(4, Math.max(1, Math.floor(cores / 2)));
}

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
  metricsAddress: optional(
    'KITH_METRICS_ADDRESS',
    listenAddress,
    'Address and port of /metrics, which the public ports do not serve; port 0 picks a free one, none disables it.',
    { fallbackText: '127.0.0.1:4022, if it is free' },
  ),
};
