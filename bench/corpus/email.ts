import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'htmlparser2';
import { readEmail } from '../../src/utility/mail/address/address.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

const valid = new Set(['ISEMAIL_VALID_CATEGORY', 'ISEMAIL_DNSWARN', 'ISEMAIL_RFC5321']);

/** Diagnoses from this number on are errors; lower ones are warnings. */
const errorsFrom = 128;

/** Cases about an SMTP address; comments, folding and obsolete forms belong to message headers. */
export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const isemail = peers ? (await import('isemail')).default : undefined;
  const accepted = new Tally();
  const refused = new Tally();
  const xml = readFileSync(path.join(corpora, 'email-syntax.xml'), 'utf8');
  for (const [, body = ''] of xml.matchAll(/<test id[^>]*>(.*?)<\/test>/gs)) {
    const category = textOf(body, 'category');
    const address = textOf(body, 'address').replaceAll(/[\u2400-\u241f]/g, (symbol) =>
      String.fromCharCode(symbol.charCodeAt(0) - 0x2400),
    );
    const found = readEmail(address);
    const miss = () => `${JSON.stringify(address)} ${JSON.stringify(found)}`;
    if (valid.has(category)) accepted.case(found.valid, miss);
    else if (category === 'ISEMAIL_ERR') refused.case(!found.valid, miss);
    if (!isemail) continue;
    const level = isemail.validate(address, { errorLevel: true });
    if (valid.has(category)) accepted.peer('isemail', level < errorsFrom);
    else if (category === 'ISEMAIL_ERR') refused.peer('isemail', level >= errorsFrom);
  }
  return [accepted.score('valid ones accepted', 0.98), refused.score('invalid ones refused', 0.98)];
}

function textOf(body: string, name: string): string {
  const inside = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(body)?.[1] ?? '';
  const [text] = parseDocument(inside, { xmlMode: true, decodeEntities: true }).children;
  return text && 'data' in text ? String(text.data) : '';
}
