import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../../../src/platform/log.ts';
import type { Dns } from '../../../../src/platform/outbound/dns.ts';
import { SkillCall } from '../../../../src/utility/catalogue/call.ts';
import { findCities, Places } from '../../../../src/utility/registries/geo/places.ts';
import { ipGeo } from '../../../../src/utility/skills/ip-geo.ts';

const log = createLog({ level: 'silent' });
const call = () => new SkillCall({ signal: new AbortController().signal, maxAgeS: 0 });
const dns = {} as Dns;
const ask = (places: Places, domain: string) => ipGeo.run({ domain } as never, { dns, places }, call());
const ip = '193.190.130.15';

test('ip-geo tells the country at once, and the city when its data has been fetched', async () => {
  const fetched = Promise.withResolvers<void>();
  let cities: string | undefined;
  let fetches = 0;
  const places = new Places({
    find: async () => cities,
    fetch: async () => {
      fetches++;
      cities = await findCities('/nowhere');
      fetched.resolve();
      return cities;
    },
    log,
  });
  const first = await ask(places, ip);
  assert.deepEqual([first.country_code, first.asn, first.city, first.latitude], ['BE', 2611, null, null]);
  assert.deepEqual(Object.keys(first.not_read as object), ['region', 'city', 'latitude', 'longitude']);
  await fetched.promise;
  const then = await ask(places, ip);
  assert.deepEqual([then.country_code, then.not_read, fetches], ['BE', {}, 1]);
  assert.ok(String(then.city).length > 2);
});

test('without city data an anycast address lacks nothing, and IPv6 has its country', async () => {
  const places = new Places({ find: async () => undefined, fetch: async () => undefined, log });
  const { country_code, not_read } = await ask(places, '2606:4700:4700::1111');
  assert.match(String(country_code), /^[A-Z]{2}$/);
  assert.deepEqual(not_read, {});
});

test('a stop ends the download and reports nothing', async () => {
  const lines: string[] = [];
  const places = new Places({
    find: async () => undefined,
    fetch: (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    log: { ...log, error: () => lines.push('error') } as unknown as typeof log,
  });
  await ask(places, ip);
  await places.stop();
  assert.deepEqual(lines, []);
});
