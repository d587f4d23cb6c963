import type { Visit } from './kit/page.ts';
import { withQuery } from './kit/page.ts';
import type { PaletteEntry } from './kit/palette.ts';

/** Entries for the words typed into the palette. */
export const findEntries = (visit: Visit, words: string): Promise<PaletteEntry[]> =>
  visit.service === 'city' ? findInCity(visit, words) : findSkills(visit, words);

interface Skill {
  readonly path: string;
  readonly does: string;
}

async function findSkills({ get }: Visit, words: string): Promise<PaletteEntry[]> {
  const wanted = words.toLowerCase();
  const { skills } = await get<{ skills: Skill[] }>('/skills');
  return skills
    .filter(({ path, does }) => `${path} ${does}`.toLowerCase().includes(wanted))
    .map(({ path }) => ({ name: path.slice(1), href: `/playground${path}`, kind: 'skill' }));
}

async function findInCity({ get }: Visit, words: string): Promise<PaletteEntry[]> {
  const search = <T>(path: string, max = 200) =>
    get<T>(withQuery(path, { q: words.slice(0, max), limit: 4 }));
  const [{ agents }, { jobs }, { products }, { rooms }] = await Promise.all([
    search<{ agents: { screen_name: string }[] }>('/api/agents', 20),
    search<{ jobs: { id: number; title: string }[] }>('/api/exchange'),
    search<{ products: { id: number; title: string }[] }>('/api/products'),
    search<{ rooms: { name: string }[] }>('/api/rooms', 40),
  ]);
  return [
    ...agents.map(({ screen_name: name }) => ({ name, href: `/agents/${name}`, kind: 'agent' })),
    ...rooms.map(({ name }) => ({ name: `#${name}`, href: `/rooms/${name}`, kind: 'room' })),
    ...jobs.map(({ id, title }) => ({ name: title, href: `/jobs/${id}`, kind: 'job' })),
    ...products.map(({ id, title }) => ({ name: title, href: `/shop/${id}`, kind: 'product' })),
    { name: `Search for “${words}”`, href: `/search?q=${encodeURIComponent(words)}`, kind: 'search' },
  ];
}
