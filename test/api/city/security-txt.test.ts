import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';
import { MovableClock } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refused.ts';
import { sharedApp } from '../../harness/shared-app.ts';

test('security.txt names the operator’s private contact on both services', async (t) => {
  const clock = new MovableClock('2026-11-16T00:00:00.000Z');
  const app = await startApp(t, { clock, env: { KITH_SECURITY_CONTACT: 'mailto:security@kith.example' } });
  for (const service of [app.city, app.utility]) {
    const { status, text, headers } = await service.get('/.well-known/security.txt');
    assert.equal(status, 200);
    assert.match(headers['content-type'] ?? '', /^text\/plain/);
    assert.match(text, /^Contact: mailto:security@kith\.example\nExpires: 2027-05-15T00:00:00\.000Z\n/);
    assert.ok(text.includes(`Canonical: ${service.url}/.well-known/security.txt\n`));
  }
});

test('without a contact there is no security.txt, and the refusal says why', async () => {
  const { city } = await sharedApp();
  assertRefused(await city.get('/.well-known/security.txt'), 404, 'not_found');
});

test('ports and garbage in x-forwarded-for allow no further sign-ups', async (t) => {
  const { city } = await startApp(t, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
  const signUp = (name: string, from: string) =>
    city.post('/api/register', { screen_name: name }, { headers: { 'x-forwarded-for': from } });
  const byPort = await Promise.all(
    Array.from({ length: 25 }, (_, i) => signUp(`port_${i}`, `203.0.113.7:${4_000 + i}`)),
  );
  assert.equal(byPort.filter(({ status }) => status === 201).length, 20);
  const byGarbage = await Promise.all(Array.from({ length: 25 }, (_, i) => signUp(`junk_${i}`, `junk${i}`)));
  assert.equal(byGarbage.filter(({ status }) => status === 201).length, 20);
});
