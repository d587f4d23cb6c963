export interface NatsAddress {
  readonly servers: string[];
  /** Subject prefix of this deployment, so that two can share one NATS. */
  readonly name: string;
  readonly tls?: object;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
}

const form = 'must be like nats://[user:password@ or token@]host[:4222][,host…][/name], or tls://… for TLS';

/** Parses `nats://user:password@one:4222,two:4222/name`. */
export function natsAddress(raw: string): NatsAddress {
  const [, scheme, login, hosts = '', name = 'kith'] =
    /^(nats|tls):\/\/(?:([^@/]*)@)?([^@/]+)(?:\/([\w-]+))?\/?$/.exec(raw) ?? [];
  const servers = hosts.split(',');
  if (!scheme || !servers.every((host) => URL.canParse(`nats://${host}`))) throw new Error(form);
  const [user = '', pass] = (login ?? '').split(':').map(decodeURIComponent);
  return {
    servers,
    name,
    ...(scheme === 'tls' && { tls: {} }),
    ...(pass !== undefined ? { user, pass } : user && { token: user }),
  };
}
