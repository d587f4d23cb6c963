import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as jsvat from 'jsvat';
import { readVat } from '../../src/utility/registries/vat/vat-number.ts';
import { type Comparison, textsOf } from './comparison.ts';

const { checkVAT, ...others } = jsvat;
const all = Object.values<unknown>(others).filter(isCountry);

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
  theirs: (bytes) => checkVAT(bytes.toString('utf8'), all),
};

function isCountry(exported: unknown): exported is jsvat.Country {
  return typeof exported === 'object' && exported !== null && 'codes' in exported;
}
