import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Block, unlike } from './blocks.ts';

const root = path.join(import.meta.dirname, '../..');
const sdk = JSON.stringify(path.join(root, 'packages/sdk/src/index.ts'));

/** The SDK of a machine whose kith listens here: where a program names no address, it is this one. */
const sdkAt = (city: string, utility: string) => `
import * as kith from ${sdk};
export * from ${sdk};
export class City extends kith.City {
  constructor(options = {}) { super({ url: '${city}', ...options }); }
}
export class Utility extends kith.Utility {
  constructor(options = {}) { super({ url: '${utility}', ...options }); }
}
`;

/** All blocks in one shell, one after another, in an empty folder of their own. */
export async function runBlocks(
  blocks: readonly Block[],
  names: readonly (readonly [shown: string, real: string])[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'kith-guide-'));
  try {
    const here = (text: string) => names.reduce((each, [shown, real]) => each.replaceAll(shown, real), text);
    const shown = (text: string) => names.reduce((each, [says, real]) => each.replaceAll(real, says), text);
    const kith = `'${process.execPath}' '${path.join(root, 'bin/kith.mjs')}'`;
    // A program beside the package finds it in node_modules; the shell finds its command as npx would.
    symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
    writeFileSync(
      path.join(dir, 'sdk.ts'),
      sdkAt(here('http://127.0.0.1:4021'), here('http://127.0.0.1:4020')),
    );
    const script = [
      'set -euo pipefail',
      // What a guide that failed left running.
      "trap 'kill $(jobs -p) 2> .ends || true' EXIT",
      `npx() { shift; ${kith} "$@"; }`,
      // npm would not find the package from here; it is `npm run -s example <file>`, and what its script does.
      `npm() { shift 3; (cd '${root}' && '${process.execPath}' --conditions=kith-source "$@"); }`,
    ];
    for (const [at, { kind, text }] of blocks.entries()) {
      const file = path.join(dir, kind === 'ts' ? `block-${at}.ts` : `.block-${at}.sh`);
      const source = here(text).replaceAll('node_modules/.bin/kith ', `${kith} `);
      writeFileSync(file, kind === 'ts' ? source.replaceAll("'kith-sdk'", "'./sdk.ts'") : source);
      const command = kind === 'ts' ? `'${process.execPath}' '${file}'` : `source '${file}'`;
      script.push(`${command} > .out-${at} 2>&1`);
    }
    const serves = blocks.some(({ text }) => text.includes('kith serve'));
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const env = {
      PATH,
      NODE_COMPILE_CACHE,
      HOME: dir,
      KITH_CITY_PORT: '0',
      KITH_UTILITY_PORT: '0',
      KITH_SELFTEST_INTERVAL_S: '0',
      ...more,
      ...(!serves && {
        KITH_CITY_URL: here('http://127.0.0.1:4021'),
        KITH_BASE_URL: here('http://127.0.0.1:4020'),
      }),
    };
    const ran = promisify(execFile)('bash', ['-c', script.join('\n')], { cwd: dir, env });
    const failure = await ran.then(
      () => undefined,
      (error: { stderr: string }) => error.stderr,
    );
    for (const [at, { text, output }] of blocks.entries()) {
      const out = path.join(dir, `.out-${at}`);
      const printed = existsSync(out) ? shown(readFileSync(out, 'utf8')) : 'it was not reached';
      if (output !== undefined)
        assert.equal(unlike(printed, output), undefined, `of\n${text}it printed\n${printed}`);
      assert.ok(
        failure === undefined || existsSync(path.join(dir, `.out-${at + 1}`)),
        `${text}failed: ${failure}${printed}`,
      );
    }
    assert.equal(failure, undefined);
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  }
}
