import { readFileSync } from 'node:fs';
import path from 'node:path';
import isemail from 'isemail';
import { readEmail } from '../../src/utility/mail/address/address.ts';
import { type Comparison, textsOf } from './comparison.ts';

export const comparison: Comparison = {
  peer: 'isemail (BSD-3-Clause)',
  times: 200,
  inputs: (corpora) =>
    textsOf(
      [
        ...readFileSync(path.join(corpora, 'email-syntax.xml'), 'utf8').matchAll(
          /<address>(.+?)<\/address>/g,
        ),
      ].map(([, address = '']) => address),
    ),
  ours: (bytes) => readEmail(bytes.toString('utf8')),
  theirs: (bytes) => isemail.validate(bytes.toString('utf8'), { errorLevel: true }),
};
