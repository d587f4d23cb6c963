import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where the public cases are: they are no part of the project. */
export function findCorpora(): string | undefined {
  const places = [process.env.KITH_CORPORA, '../shared/corpora', '../../shared/corpora'];
  return places.flatMap((each) => (each ? [path.resolve(each)] : [])).find((each) => existsSync(each));
}
