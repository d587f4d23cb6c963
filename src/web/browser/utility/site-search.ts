import { call } from '../kit/api.ts';
import type { PaletteEntry } from '../kit/palette.ts';
import type { Skill } from './responses.ts';

let skills: Promise<{ skills: Skill[] }> | undefined;

/** Finds skills by name or description. */
export async function findEntries(words: string): Promise<PaletteEntry[]> {
  skills ??= call<{ skills: Skill[] }>('/skills');
  const wanted = words.toLowerCase();
  return (await skills).skills
    .filter(({ path, does }) => `${path} ${does}`.toLowerCase().includes(wanted))
    .map(({ path }) => ({ name: path.slice(1), href: `/playground${path}`, kind: 'skill' }));
}
