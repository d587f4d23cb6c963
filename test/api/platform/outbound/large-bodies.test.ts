import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runForOwner } from '../../../../src/platform/fair-share.ts';
import { LARGE_BODIES_PER_OWNER, LARGE_BODY_BYTES } from '../../../../src/platform/outbound/admission.ts';
import { serveHttp } from '../../../counterparts/servers.ts';
import { LOOPBACK, openOutbound } from './outbound-fixture.ts';

const large = Buffer.alloc(2 * LARGE_BODY_BYTES, 'large ');
const fetchOptions = { maxBytes: 10 * LARGE_BODY_BYTES };

/** A site with large pages, and a small one at `/small`; one sends its length, another does not. */
async function openSite(t: TestContext, announced: boolean) {
  const server = await serveHttp(t, (request, response) => {
    if (request.url === '/small') return void response.end('small');
    if (announced) response.setHeader('content-length', large.length);
    response.write(large);
    response.end();
  });
  const { outbound } = await openOutbound(t, LOOPBACK);
  const fetch = async (path = '/') =>
    (await outbound.fetch(`http://127.0.0.1:${server.port}${path}`, fetchOptions)).body;
  return { fetch };
}

/** Work of an owner that has read a large page and has not finished. */
async function atWork(owner: string, fetch: () => Promise<Buffer>): Promise<() => Promise<void>> {
  const read = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const work = runForOwner(owner, async () => {
    await fetch();
    read.resolve();
    await done.promise;
  });
  await Promise.race([read.promise, work]);
  return async () => {
    done.resolve();
    await work;
  };
}

for (const announced of [true, false]) {
  const kind = announced ? 'announced as large' : 'that turns out to be large';
  test(`a body ${kind} waits until the caller's work on another has ended`, async (t) => {
    const { fetch } = await openSite(t, announced);
    const ends: (() => Promise<void>)[] = [];
    for (let i = 0; i < LARGE_BODIES_PER_OWNER; i++) ends.push(await atWork('ada', fetch));
    let isRead = false;
    const next = runForOwner('ada', async () => {
      const body = await fetch();
      isRead = true;
      return body;
    });
    // Small bodies of the same caller, and large ones of another and of the server itself, do not wait.
    assert.equal((await runForOwner('ada', () => fetch('/small'))).toString(), 'small');
    await (await atWork('bob', fetch))();
    assert.equal((await fetch()).length, large.length);
    assert.equal(isRead, false);
    for (const end of ends) await end();
    assert.ok((await next).equals(large));
  });
}

test('work that reads several large bodies does not wait for itself', async (t) => {
  const { fetch } = await openSite(t, true);
  const bodies = await runForOwner('ada', () =>
    Promise.all(Array.from({ length: LARGE_BODIES_PER_OWNER + 2 }, () => fetch())),
  );
  assert.ok(bodies.every((body) => body.equals(large)));
});
