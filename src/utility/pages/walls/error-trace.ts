import type { Statements } from './wall-wording.ts';

/** A page with more words than this besides its trace speaks about the error. */
const maxOtherWords = 20;
/** Prose about an error has sentences; what a program prints beside a trace are labels. */
const maxLabelWords = 3;

/** Whether a page is what a program prints when it fails: the error, where it happened, and hardly anything else. */
export function isErrorTrace({ headings, body }: Statements): boolean {
  const statements = [...new Set([...headings, ...body])];
  if (!statements.some((each) => errorName.test(each))) return false;
  const marks = statements.filter((each) => tracePlace.test(each));
  if (marks.length === 0) return false;
  const others = statements.filter(
    (each) => !tracePlace.test(each) && !errorName.test(each) && !printed.test(each),
  );
  const counts = others
    .map((each) => each.match(/[\p{L}\p{N}]+/gu)?.length ?? 0)
    .filter((count) => count > maxLabelWords);
  return (
    counts.reduce((sum, count) => sum + count, 0) <= maxOtherWords &&
    !others.some((each) => speaker.test(each))
  );
}

/** The error itself, as runtimes and databases name it. */
const errorName =
  /\b(?:[A-Z]\w*(?:\.\w+)*(?:Error|Exception|Fault)\b|(?:fatal|parse|runtime|compilation|syntax|uncaught|unhandled|server|internal) (?:error|exception)\b|\bError: E[A-Z]{3,}\b|ORA-\d{5}|SQLSTATE|Msg \d+, Level \d+|errno\b|panic:|segmentation fault|traceback|0x8[\da-f]{7}|error '8[\da-f]{7}'|could not connect|can't connect|connection refused|access denied for user|deadlock found|errors? (?:occurred|encountered) (?:while|in|during))/i;
/** Where it happened: files with lines, frames, error numbers of databases. */
const tracePlace =
  /\bat [\w$.<>]+ ?\([^()]{1,200}\)|\bat (?:\/|file:|[A-Z]:\\|node:)\S+|\.(?:php|inc|py|rb|js|mjs|ts|java|cs|vb|aspx|asp|jsp|cfm|cfc|pl|pm|go|ex|rs|lua|phtml|tpl|twig)(?:["']?[:(, ]+(?:on )?(?:line )?\d+|:\d+)|\bon line \d+|\bline \d+, (?:in|column)|\bORA-\d{5}|SQLSTATE\[|\bMsg \d+, Level \d+|goroutine \d+|\bstack trace\b|\b(?:django|python|rails|php|node\.js|\.net framework|asp\.net) version\b|microsoft (?:ole db|vbscript|jet)|mysqli?_\w+\(\)|pg_\w+\(\)|error '8[\da-f]{7}'/i;
/** Labels and lines that runtimes print around a trace. */
const printed =
  /^(?:(?:[\w$().-]{1,20} ?){1,3}:$|request (?:method|url|id)|exception (?:type|value|location|details)|description:|source (?:error|file):|raised during|python (?:path|executable)|server time|type |message |note |an unhandled exception|the full stack trace|you're seeing this error|check the \w+ documentation|the error occurred in|resources:|\d+ ?: )/i;
/** Somebody who speaks of the error. */
const speaker =
  /^(?:check|see|use|set|add|run|open)\b|\b(?:I|my|answer|question|asked|solution|fix(?:ed)?|try|check that|because|how|why)\b/i;
