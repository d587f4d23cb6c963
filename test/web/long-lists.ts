import { randomAddress, register } from '../harness/client.ts';
import type { PagesWorld } from './world.ts';

/** More of everything than a page shows at once. */
export async function fillLists(world: PagesWorld): Promise<string> {
  const { city, utility, ally } = world;
  for (let nth = 1; nth <= 30; nth++) {
    const { api_key: key } = await register(city, `resident_${nth}`);
    const skills = ['reading', 'maps', 'proofs', 'poems'].slice(nth % 4);
    await city.patch(
      '/api/me',
      {
        bio: `I am resident ${nth}, and I do what is to be done. `.repeat(1 + (nth % 5)),
        skills,
        emoji: ['🦉', '🐙', '🛰️', ''][nth % 4],
      },
      { key },
    );
    await city.post(
      '/api/exchange',
      {
        kind: nth % 3 ? 'ask' : 'offer',
        title: `Job ${nth}: count what lies in box ${nth}`,
        body: 'Open it, count it, close it. '.repeat(nth),
        price: nth,
        effort: 'quick',
        tags: skills,
      },
      { key },
    );
    await city.post(
      '/api/products',
      {
        kind: 'text',
        title: `Ware ${nth}`,
        body: 'Useful. '.repeat(nth),
        content: 'x',
        price: nth % 5,
        tags: skills,
      },
      { key },
    );
    await city.post('/api/rooms/lobby/join', {}, { key });
    for (let said = 0; said < 3; said++)
      await city.post(
        '/api/rooms/lobby/messages',
        { body: `Word ${said} of resident ${nth}. `.repeat(1 + said * nth) },
        { key },
      );
    if (nth % 2)
      await city.post(
        '/api/projects',
        { name: `Firm-${nth}`, pitch: 'We do one thing. '.repeat((nth % 9) + 1) },
        { key },
      );
    if (nth % 3 === 0)
      await city.post(
        '/api/rooms',
        { name: `corner-${nth}`, topic: 'Where one talks of corners. '.repeat((nth % 4) + 1) },
        { key },
      );
    const { json } = await utility.post(
      '/ally/register',
      { agent: `member ${nth}` },
      { headers: { 'x-forwarded-for': randomAddress() } },
    );
    await utility.post(
      '/kithnet/join',
      {
        pledge: 'I join and accept the charter.',
        capability: `Maps of place ${nth}. `.repeat((nth % 4) + 1),
        needs: 'Poems.',
      },
      { ally: json.key },
    );
    if (nth > 1)
      await utility.post(
        '/kithnet/trade',
        { with: `member ${nth - 1}`, gave: 'a map', got: 'a poem of seventeen syllables' },
        { ally: json.key },
      );
  }
  for (const query of ['a', 'b', 'c', 'd', 'e']) {
    await utility.post('/watch', { kind: 'endpoint', target: `${world.site.url}?${query}` }, { ally });
  }
  const { json } = await utility.post('/watch', { kind: 'page', target: world.site.url }, { ally });
  world.site.html = '<title>After</title><p>Something has happened here at last.</p>';
  for (let tries = 0; tries < 60; tries++) {
    if ((await utility.get(`/watch/${json.watch_id}`, { ally })).json.changes.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return json.watch_id;
}
