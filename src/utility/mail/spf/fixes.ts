import type { RecordFix } from '../fix.ts';
import { maxLookups } from './dns-lookups.ts';
import { readSpf } from './record.ts';
import type { SpfSurvey } from './survey.ts';

const allTerms = ['-all', '~all', '?all', '+all'];

/**
 * The record to publish in place of a faulty one: the valid terms, merged into one record with a definite
 * `all`.
 */
export function spfFixes(domain: string, spf: SpfSurvey, takesMail: boolean): RecordFix[] {
  const fix = (fault: string, value: string | null, note: string | null = null): RecordFix => ({
    about: 'spf',
    severity: 'fault',
    fault,
    name: domain,
    value,
    note,
  });
  if (spf.record === null) {
    return [
      takesMail
        ? fix(
            'there is no SPF record',
            'v=spf1 mx ~all',
            'Add an include: of every service that sends for you.',
          )
        : fix(
            'there is no SPF record',
            'v=spf1 -all',
            'The domain accepts no mail; this declares that it sends none.',
          ),
    ];
  }
  const mended = mergeRecords(spf.texts);
  if (spf.texts.length > 1)
    return [
      fix(
        `there are ${spf.texts.length} SPF records, so receivers ignore them`,
        mended,
        'Remove the others.',
      ),
    ];
  const own = readSpf(spf.record).errors;
  if (own.length > 0) return [fix(own.join('; '), mended, 'Terms that are not valid SPF are left out.')];
  const fixes: RecordFix[] = [];
  if (spf.lookups > maxLookups) {
    const note = `Remove includes of services that no longer send for you, or name their addresses, until ${maxLookups} lookups are enough.`;
    fixes.push(fix(`it takes ${spf.lookups} DNS lookups; receivers stop at ${maxLookups}`, null, note));
  } else if (spf.valid === false) {
    const missing = spf.errors.flatMap(
      (error) => /^include:(\S+) (?:has no SPF record|leads back)/.exec(error)?.[1] ?? [],
    );
    fixes.push(fix(spf.errors.join('; '), missing.length > 0 ? removeIncludes(mended, missing) : null));
  }
  if (spf.all === '+all') fixes.push(fix('it ends in +all: every server may send', mended));
  else if (spf.all === '?all' || spf.all === null)
    fixes.push(fix('it does not say that other servers may not send', mended));
  return fixes;
}

/**
 * The valid terms of all records, each once, and the strictest `all` among them, or `~all` if there is none.
 */
function mergeRecords(texts: readonly string[]): string {
  const terms = texts.flatMap((text) => text.split(' ').slice(1)).filter((term) => term !== '');
  const good = terms.filter((term) => readSpf(`v=spf1 ${term}`).errors.length === 0);
  const ends = good.filter((term) => /^[-~?+]?all$/i.test(term)).map((term) => term.toLowerCase());
  const strictest = allTerms.slice(0, 2).find((all) => ends.includes(all));
  const redirect = good.find((term) => /^redirect=/i.test(term));
  const rest = [...new Set(good)].filter((term) => !/^(?:[-~?+]?all$|redirect=)/i.test(term));
  // A redirect applies only if there is no `all`.
  const end = strictest ?? (ends.length === 0 && redirect ? redirect : '~all');
  return ['v=spf1', ...rest, end].join(' ');
}

const removeIncludes = (record: string, includes: readonly string[]): string =>
  record
    .split(' ')
    .filter((term) => !includes.some((name) => term.toLowerCase().endsWith(`include:${name}`)))
    .join(' ');
