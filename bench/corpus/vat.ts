import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readVat } from '../../src/utility/registries/vat/vat-number.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

const isAccepted = (text: string) => {
  const read = readVat(text);
  return read.ok && read.checkDigits;
};

/** Valid numbers, and each of them with one digit changed in every possible way. */
export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const isGoodByPeer = peers ? (await import('./peers/vat.ts')).isValidVat : undefined;
  const accepted = new Tally();
  const refused = new Tally();
  const lines = readFileSync(path.join(corpora, 'vat-valid.txt'), 'utf8').split('\n');
  for (const number of lines.map((line) => line.trim()).filter((line) => line !== '')) {
    accepted.case(isAccepted(number), () => number);
    if (isGoodByPeer) accepted.peer('jsvat', isGoodByPeer(number));
    for (const [index, character] of [...number].entries()) {
      if (!/\d/.test(character)) continue;
      for (const digit of '0123456789') {
        if (digit === character) continue;
        const changed = number.slice(0, index) + digit + number.slice(index + 1);
        refused.case(!isAccepted(changed), () => `${number} → ${changed}`);
        if (isGoodByPeer) refused.peer('jsvat', !isGoodByPeer(changed));
      }
    }
  }
  return [accepted.score('valid ones accepted', 0.99), refused.score('one digit changed, refused', 0.97)];
}
