import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readVat } from '../../src/utility/registries/vat/vat-number.ts';
import { isValidVat } from '../corpus/peers/vat.ts';
import { type Comparison, textsOf } from './comparison.ts';

export const comparison: Comparison = {
  peer: 'jsvat (MIT)',
  times: 200,
  inputs: (corpora) =>
    textsOf(
      readFileSync(path.join(corpora, 'vat-valid.txt'), 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ours: (bytes) => readVat(bytes.toString('utf8')),
  theirs: (bytes) => isValidVat(bytes.toString('utf8')),
};
