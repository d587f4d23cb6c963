import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../bench/economy/random.ts';
import type { Network } from '../site/network.ts';
import type { Site } from '../site/site.ts';
import { type Fault, now, requirePart } from './fault.ts';

const machines = {
  site: 'machines',
  needs: [
    'root',
    'namespaces',
    'ip',
    'nft',
    'python3',
    'patroni',
    'etcd',
    'haproxy',
    'nats-server',
    'pg_rewind',
    'libfaketime.so.1',
  ],
  // Nine daemons and three kith on few cores, and Patroni's leader key, which lasts 20 s.
  maxRecoveryS: 120,
  repair: (site) => requirePart(site.cluster).revive(),
} as const satisfies Partial<Fault>;

type Machine = Network['machines'][number];

async function leaderOf(site: Site): Promise<Machine> {
  const name = await requirePart(site.cluster).primaryMachine();
  return requirePart(requirePart(site.network).machines.find((each) => each.name === name));
}

async function followerOf(site: Site, random: Random): Promise<Machine> {
  const others = requirePart(site.network).others(await leaderOf(site));
  return requirePart(others[random.below(others.length)]);
}

/** A fault of the network that lasts some time. */
const ofNetwork = (
  name: string,
  lastsMs: number,
  breakIn: (network: Network, site: Site, random: Random) => Promise<void>,
): Fault => ({
  ...machines,
  name,
  async cause(site, random) {
    const network = requirePart(site.network);
    try {
      await breakIn(network, site, random);
      await sleep(lastsMs);
    } finally {
      await network.heal();
    }
    return now();
  },
});

/** Longer than the leader's key, so that another one is elected. */
const longMs = 35_000;
const shortMs = 20_000;

async function isolate(network: Network, machine: Machine): Promise<void> {
  for (const other of network.others(machine)) await network.cutBoth(machine, other);
}

export const partitionLeader = ofNetwork('partition-leader', longMs, async (network, site) =>
  isolate(network, await leaderOf(site)),
);

export const partitionMinority = ofNetwork('partition-minority', shortMs, async (network, site, random) =>
  isolate(network, await followerOf(site, random)),
);

/** One machine reaches both others, which do not reach each other; the leader is at one end or between them. */
export const partitionBridge = ofNetwork('partition-bridge', longMs, async (network, _site, random) => {
  const between = requirePart(network.machines[random.below(network.machines.length)]);
  const [one, other] = network.others(between);
  await network.cutBoth(requirePart(one), requirePart(other));
});

/** The leader hears the others, and they do not hear it. */
export const oneWayLoss = ofNetwork('one-way-loss', longMs, async (network, site) => {
  const leader = await leaderOf(site);
  for (const other of network.others(leader)) await network.cut(leader, other);
});

export const lose30Percent = ofNetwork('lose-30-percent', shortMs, (network) => network.lose(30));

/** Each way, so that a round trip takes a second. */
export const delay500Ms = ofNetwork('delay-500-ms', shortMs, (network) => network.delay(500));

const skew = 300;

/** The clocks of two machines are five minutes ahead and five minutes late, each machine once. */
export const clockSkew: Fault = {
  ...machines,
  name: 'clock-skew-5-minutes',
  async cause(site) {
    const clocks = requirePart(site.machines).map(({ clockFile }) => clockFile);
    for (const n of clocks.keys()) {
      for (const [m, file] of clocks.entries())
        await writeFile(file, m === n ? `+${skew}` : m === (n + 1) % clocks.length ? `-${skew}` : '+0');
      await sleep(shortMs / clocks.length);
    }
    for (const file of clocks) await writeFile(file, '+0');
    return now();
  },
};

/** A machine stands still until its leases have ended and another leader is elected, then goes on. */
export const pauseMachine: Fault = {
  ...machines,
  name: 'pause-leader-machine',
  async cause(site) {
    const network = requirePart(site.network);
    const leader = await leaderOf(site);
    await network.pause(leader);
    try {
      await sleep(longMs);
    } finally {
      await network.resume(leader);
    }
    return now();
  },
};

/** The disk of one machine is full: of its PostgreSQL, its etcd and its files. */
export const fullMachineDisk: Fault = {
  ...machines,
  name: 'full-disk-of-one',
  async cause(site) {
    const disk = requirePart(site.disk);
    await disk.fill();
    try {
      await sleep(shortMs);
    } finally {
      await disk.free();
    }
    return now();
  },
};

/** One kith after the other is replaced while a machine is cut off, then the leader changes by order. */
export const rollingUpgrade: Fault = {
  ...machines,
  name: 'rolling-upgrade',
  async cause(site, random) {
    const network = requirePart(site.network);
    await isolate(network, await followerOf(site, random));
    try {
      for (const each of site.processes) {
        each.signal('SIGTERM');
        await sleep(shortMs / site.processes.length);
      }
    } finally {
      await network.heal();
    }
    await requirePart(site.cluster).revive();
    await requirePart(site.cluster).switchover();
    return now();
  },
};
