import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, partOf } from './fault.ts';

const store = {
  site: 'store',
  needs: [
    'memcached',
    'swift-ring-builder',
    'swift-account-server',
    'swift-container-server',
    'swift-object-server',
    'swift-proxy-server',
  ],
  barS: 10,
} as const;
const downMs = 4_000;
/** Longer than the 10 s after which kith gives up on a store that says nothing. */
const pausedMs = 13_000;

export const killStore: Fault = {
  ...store,
  name: 'kill-s3',
  async strike(site) {
    const { proxy } = partOf(site.store);
    await proxy.daemon.kill();
    await sleep(downMs);
    proxy.daemon.start();
    await proxy.untilUp();
    return now();
  },
};

export const pauseStore: Fault = {
  ...store,
  name: 'pause-s3',
  async strike(site) {
    const { proxy } = partOf(site.store);
    proxy.daemon.signal('SIGSTOP');
    await sleep(pausedMs);
    proxy.daemon.signal('SIGCONT');
    return now();
  },
};

/** Its servers of objects are dead behind it, so that it answers 503. */
export const failStore: Fault = {
  ...store,
  name: 'fail-s3',
  async strike(site) {
    const { objects } = partOf(site.store);
    await objects.daemon.kill();
    await sleep(downMs);
    objects.daemon.start();
    await objects.untilUp();
    return now();
  },
};
