import { type Fault, now, partOf } from './fault.ts';

const cluster = { site: 'cluster', needs: ['patroni', 'etcd', 'haproxy', 'pg_rewind'] } as const;

/** The standby becomes the primary by order, as before maintenance. */
export const switchover: Fault = {
  ...cluster,
  name: 'patroni-switchover',
  barS: 20,
  async strike(site) {
    const from = now();
    await partOf(site.cluster).switchover();
    return from;
  },
  repair: (site) => partOf(site.cluster).revive(),
};

/** The primary's machine dies; its key in etcd lasts 20 s, then the standby takes over. */
export const failover: Fault = {
  ...cluster,
  name: 'patroni-failover',
  barS: 40,
  async strike(site) {
    const from = now();
    await partOf(site.cluster).killPrimary();
    return from;
  },
  repair: (site) => partOf(site.cluster).revive(),
};
