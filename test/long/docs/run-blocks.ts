import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Block, findDifference } from './blocks.ts';

const root = path.join(import.meta.dirname, '../../..');
const sdk = JSON.stringify(path.join(root, 'packages/sdk/src/index.ts'));

/** The SDK with this kith as its default address. */
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

/** Below the time limit of a test file, so that a block which never ends is named. */
const limitMs = 560_000;

type Names = readonly (readonly [shown: string, real: string])[];

/** Runs all blocks in one shell, in order, in a folder and a home directory that were empty before. */
export async function runBlocks(
  blocks: readonly Block[],
  names: Names,
  more: Readonly<Record<string, string>> = {},
  /** The kith with payments, which a page calls by KITH_BASE_URL. */
  seller?: string,
): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'kith-guide-'));
  try {
    const withRealNames = (text: string) =>
      names.reduce((each, [shown, real]) => each.replaceAll(shown, real), text);
    const shown = (text: string) =>
      [...names, ...(seller ? [['http://127.0.0.1:4020', seller] as const] : [])].reduce(
        (each, [says, real]) => each.replaceAll(real, says),
        text,
      );
    const [city, utility] = [withRealNames('http://127.0.0.1:4021'), withRealNames('http://127.0.0.1:4020')];
    prepareFolder(dir, city, utility);
    const script = [...prelude, `cd '${dir}'`];
    for (const [at, block] of blocks.entries()) {
      const file = path.join(dir, `.block-${at}.${block.kind}`);
      writeFileSync(file, sourceOf(block, withRealNames));
      const command =
        block.kind === 'ts' ? `'${process.execPath}' --conditions=kith-source '${file}'` : `source '${file}'`;
      // Where a page starts its own server, these would become its settings.
      script.push(
        serves(block)
          ? 'unset KITH_CITY_URL KITH_BASE_URL'
          : `export KITH_CITY_URL=${city} KITH_BASE_URL=${block.isPaid && seller ? seller : utility}`,
      );
      script.push(`${command} > '${dir}/.out-${at}' 2>&1`);
    }
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const env = {
      PATH,
      NODE_COMPILE_CACHE,
      HOME: dir,
      KITH_SELFTEST_INTERVAL_S: '0',
      KITH_VIDEO_SAMPLES: '0',
      ...more,
    };
    const running = promisify(execFile)('bash', ['-c', script.join('\n')], {
      cwd: dir,
      env,
      timeout: limitMs,
    });
    const failure = await running.then(
      () => undefined,
      (error: { stderr: string }) => error.stderr,
    );
    const faults = blocks.flatMap(({ text, output }, at) => {
      const out = path.join(dir, `.out-${at}`);
      if (!existsSync(out)) return [];
      const printed = shown(readFileSync(out, 'utf8'));
      const isLast = !existsSync(path.join(dir, `.out-${at + 1}`));
      if (failure !== undefined && isLast) return [`${text}failed: ${failure}${printed}`];
      const difference = output === undefined ? undefined : findDifference(printed, output);
      return difference === undefined
        ? []
        : [`of\n${text}it printed\n${printed}\nwhere the page has ${difference}`];
    });
    assert.deepEqual(faults, [], faults.join('\n\n'));
    assert.equal(failure, undefined);
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
  }
}

const kith = `'${process.execPath}' '${path.join(root, 'bin/kith.mjs')}'`;

/** The commands of a checkout, for another folder: npm would not find the package from there. */
const prelude = [
  'set -euo pipefail',
  // Ends processes that a failed guide left running.
  "trap 'kill $(jobs -p) 2> /dev/null || true' EXIT",
  `npx() { shift; npm_command=exec ${kith} "$@"; }`,
  `npm() {
    shift; [ "$1" = -s ] && shift
    case $1 in
      example) shift; (cd '${root}' && '${process.execPath}' --conditions=kith-source "$@");;
      demo) '${process.execPath}' '${root}/demo/day.ts';;
      demo:pay) '${process.execPath}' '${root}/demo/pay.ts';;
      *) return 1;;
    esac
  }`,
];

const serves = ({ text }: Block): boolean => /kith\.mjs serve/.test(text);

/** A program next to the package finds it in node_modules. */
function prepareFolder(dir: string, city: string, utility: string): void {
  symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'));
  symlinkSync(path.join(root, 'bin'), path.join(dir, 'bin'));
  writeFileSync(path.join(dir, 'sdk.ts'), sdkAt(city, utility));
}

function sourceOf({ kind, text }: Block, here: (text: string) => string): string {
  return kind === 'ts' ? here(text).replaceAll("'kith-sdk'", "'./sdk.ts'") : here(text);
}
