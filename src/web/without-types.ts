import { stripTypeScriptTypes } from 'node:module';

/**
 * A script without its types, in the very way Node runs the rest of this code. Node warns that this function may
 * change; it says nothing of the same step for its own files, so an operator learns nothing from the line.
 */
export function withoutTypes(script: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return tidy(stripTypeScriptTypes(script, { mode: 'strip' }));
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Types leave blanks behind; lines stay where they were, so that an error names the line of the source. */
const tidy = (script: string): string => script.replaceAll(/[ \t]+$/gm, '');
