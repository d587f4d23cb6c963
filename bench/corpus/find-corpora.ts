import { existsSync } from 'node:fs';
import path from 'node:path';

/** Directory of the public cases, which are not part of the project. */
export function findCorpora(): string | undefined {
  const places = [process.env.KITH_CORPORA, '../shared/corpora', '../../shared/corpora'];
  return places.flatMap((each) => (each ? [path.resolve(each)] : [])).find((each) => existsSync(each));
}
