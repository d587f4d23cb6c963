import path from 'node:path';

export type StorageKind = 'account' | 'container' | 'object';

interface ServerLocation {
  readonly dir: string;
  readonly port: number;
  /** User that the server runs as. */
  readonly user: string;
}

const commonConfig = ({ dir, port, user }: ServerLocation): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${user}
swift_dir = ${dir}
log_level = WARNING`;

export const storageConfig = (kind: StorageKind, place: ServerLocation): string => `${commonConfig(place)}
devices = ${path.join(place.dir, 'devices')}
mount_check = false
[pipeline:main]
pipeline = healthcheck ${kind}-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:${kind}-server]
use = egg:swift#${kind}
`;

interface Access {
  readonly cachePort: number;
  readonly region: string;
  readonly account: string;
  readonly user: string;
  readonly secret: string;
}

const filters = [
  'catch_errors',
  'gatekeeper',
  'healthcheck',
  'listing_formats',
  'bulk',
  's3api',
  'tempauth',
  'slo',
  'dlo',
];

export const proxyConfig = (
  place: ServerLocation,
  { cachePort, region, account, user, secret }: Access,
): string => {
  const settings: Record<string, string> = {
    s3api: `location = ${region}\n`,
    tempauth: `user_${account}_${user} = ${secret} .admin\n`,
  };
  return `${commonConfig(place)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# A server that failed is asked again at once and not after a minute: here it is back within seconds.
error_suppression_limit = 1000000
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n${settings[name] ?? ''}`).join('')}`;
};
