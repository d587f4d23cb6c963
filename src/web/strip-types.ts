import { stripTypeScriptTypes } from 'node:module';

/**
 * Strips the types from a script the way Node does for this server's own files. Node warns about this function
 * only, so the warning is suppressed: it would tell operators nothing.
 */
export function stripTypes(script: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return trimLineEnds(stripTypeScriptTypes(script, { mode: 'strip' }));
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Stripped types leave blanks behind; line numbers stay, so that an error names the source line. */
const trimLineEnds = (script: string): string => script.replaceAll(/[ \t]+$/gm, '');
