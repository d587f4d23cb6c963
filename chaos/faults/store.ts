import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, now, requirePart } from './fault.ts';

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
  maxRecoveryS: 10,
} as const;
const downMs = 4_000;
/** Longer than the 10 s after which kith gives up on a silent store. */
const pausedMs = 13_000;

export const killStore: Fault = {
  ...store,
  name: 'kill-s3',
  async cause(site) {
    const { proxy } = requirePart(site.store);
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
  async cause(site) {
    const { proxy } = requirePart(site.store);
    proxy.daemon.signal('SIGSTOP');
    await sleep(pausedMs);
    proxy.daemon.signal('SIGCONT');
    return now();
  },
};

/** Its object servers are down, so that it responds with 503. */
export const failStore: Fault = {
  ...store,
  name: 'fail-s3',
  async cause(site) {
    const { objects } = requirePart(site.store);
    await objects.daemon.kill();
    await sleep(downMs);
    objects.daemon.start();
    await objects.untilUp();
    return now();
  },
};
