import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../../src/platform/clock.ts';
import { openDatabase } from '../../../../src/platform/db/database.ts';
import { LocalBus } from '../../../../src/platform/events/local-bus.ts';
import { ServerKey } from '../../../../src/platform/keys/server-key.ts';
import { parseNetwork } from '../../../../src/platform/outbound/address.ts';
import { publicLimits } from '../../../../src/platform/outbound/admission.ts';
import { createDns } from '../../../../src/platform/outbound/dns.ts';
import { createOutbound } from '../../../../src/platform/outbound/outbound.ts';
import { TaskQueue } from '../../../../src/platform/scheduler/queue.ts';
import type { Task } from '../../../../src/platform/scheduler/task-kind.ts';
import { enqueue } from '../../../../src/utility/webhooks/deliveries.ts';
import { deliveryWork } from '../../../../src/utility/webhooks/delivery-tasks.ts';
import { WebhookSecrets } from '../../../../src/utility/webhooks/signature.ts';
import { startDnsServer } from '../../../counterparts/dns-server.ts';
import { serveHttp } from '../../../counterparts/servers.ts';
import { freshDatabase } from '../../../harness/database.ts';

test('a webhook fails only by its receiver’s own failure, never by our queue or DNS', async (t) => {
  const { drop, sql, url: _, ...connection } = await freshDatabase();
  const { read, transaction, close } = openDatabase(connection, {
    name: 'deliveries',
    connections: 4,
    onLost: () => {},
  });
  const dnsServer = await startDnsServer({ 'dead.test': 'servfail' });
  const dns = createDns({ servers: [dnsServer.address], timeoutMs: 1_500, tries: 1 });
  const outbound = createOutbound({
    dns,
    userAgent: 'kith/test',
    allow: [parseNetwork('127.0.0.1/32')],
    limits: { ...publicLimits, perHost: 1, waitingPerHost: 0 },
  });
  t.after(async () => {
    outbound.close();
    dns.close();
    await dnsServer.close();
    await close();
    await drop();
  });
  const [clock, secrets] = [systemClock, new WebhookSecrets(new ServerKey(Buffer.alloc(32, 1)))];
  const tasks = new TaskQueue({ bus: new LocalBus(), clock });
  const [quick] = deliveryWork({
    clock,
    tasks,
    read,
    transaction,
    outbound,
    secrets,
    onGone: async () => {},
    onGivenUp: async () => {},
  });
  assert.ok(quick);
  const off = new AbortController();

  /** Queues one message for a receiver, and returns a function that delivers it and its state. */
  async function messageTo(url: string) {
    const { sealed } = secrets.make();
    await transaction((tx) =>
      enqueue(
        tx,
        { clock, tasks },
        {
          owner: 'ally:1',
          url,
          sender: url,
          changeId: null,
          type: 'watch.test',
          secret: sealed,
          at: clock.now(),
          data: {},
        },
      ),
    );
    const [endpoint] = await sql('SELECT id FROM webhook_endpoint WHERE url = $1', [url]);
    const task: Task = {
      subject: String(endpoint?.id),
      dueAt: clock.now(),
      attempt: 1,
      payload: null,
      signal: off.signal,
      restoreAttempts: async () => {},
      finish: async () => {},
      reschedule: async () => {},
    };
    return {
      send: async () => quick?.run(task),
      state: async () =>
        (
          await sql(
            `SELECT status, attempts, last_error, failures, lane, retry_at IS NOT NULL AS rests
             FROM webhook_delivery JOIN webhook_endpoint e ON e.id = endpoint_id WHERE url = $1`,
            [url],
          )
        )[0],
    };
  }
  const untouched = {
    status: 'pending',
    attempts: 0,
    last_error: null,
    failures: 0,
    lane: 'quick',
    rests: false,
  };

  const unresolved = await messageTo('http://dead.test/');
  await assert.rejects(unresolved.send(), { blame: 'dns' });
  assert.deepEqual(await unresolved.state(), untouched);
  // After a day it ends nevertheless, and gives the reason.
  await sql(`UPDATE webhook_delivery SET expires_at = now() - interval '1 second'`);
  await unresolved.send();
  const ended = await unresolved.state();
  assert.equal(ended?.status, 'failed');
  assert.ok(ended?.last_error);

  const arrived = Promise.withResolvers<void>();
  const silent = await serveHttp(t, () => arrived.resolve());
  const url = `http://127.0.0.1:${silent.port}/`;
  const holder = new AbortController();
  const held = outbound.fetch(url, { signal: holder.signal }).catch(() => {});
  await arrived.promise;
  const queued = await messageTo(url);
  await assert.rejects(queued.send(), { blame: 'us' });
  assert.deepEqual(await queued.state(), untouched);
  holder.abort();
  await held;

  const closing = await serveHttp(t, (request) => request.socket.destroy());
  const refused = await messageTo(`http://127.0.0.1:${closing.port}/`);
  await refused.send();
  const failed = await refused.state();
  assert.match(String(failed?.last_error), /invalid HTTP response/);
  assert.deepEqual(failed, {
    ...untouched,
    attempts: 1,
    last_error: failed?.last_error,
    failures: 1,
    lane: 'slow',
    rests: true,
  });
});
