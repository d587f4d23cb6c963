import { type Fault, now, requirePart } from './fault.ts';

const cluster = { site: 'cluster', needs: ['patroni', 'etcd', 'haproxy', 'pg_rewind'] } as const;

/** A planned switchover to the standby, as before maintenance. */
export const switchover: Fault = {
  ...cluster,
  name: 'patroni-switchover',
  maxRecoveryS: 20,
  async cause(site) {
    const from = now();
    await requirePart(site.cluster).switchover();
    return from;
  },
  repair: (site) => requirePart(site.cluster).revive(),
};

/** The primary's machine dies; its key in etcd lasts 20 s, then the standby takes over. */
export const failover: Fault = {
  ...cluster,
  name: 'patroni-failover',
  maxRecoveryS: 40,
  async cause(site) {
    const from = now();
    await requirePart(site.cluster).killPrimary();
    return from;
  },
  repair: (site) => requirePart(site.cluster).revive(),
};
