/**
 * `npm run compositor`: builds src/video/picture/frames/compositor.wasm from compositor.as beside it.
 * With --check it builds and compares instead. The compiler (100 MB) is fetched by npm for this alone.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const compiler = 'assemblyscript@0.28.20';
const options = '--outFile out.wasm -O3 --runtime stub --importMemory --noAssert --enable simd'.split(' ');
const frames = path.resolve(import.meta.dirname, '../src/video/picture/frames');
const source = path.join(frames, 'compositor.as');
const target = path.join(frames, 'compositor.wasm');

const built = build();
if (!process.argv.includes('--check')) writeFileSync(target, built);
else if (!readFileSync(target).equals(built)) {
  process.stderr.write('compositor.wasm is not what compositor.as builds: npm run compositor\n');
  process.exitCode = 1;
}

function build(): Buffer {
  const dir = mkdtempSync(path.join(tmpdir(), 'kith-compositor-'));
  try {
    // The compiler reads only `.ts` files.
    copyFileSync(source, path.join(dir, 'compositor.ts'));
    const args = ['exec', '--yes', `--package=${compiler}`, '--', 'asc', 'compositor.ts', ...options];
    execFileSync('npm', args, { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] });
    return Buffer.concat([readFileSync(path.join(dir, 'out.wasm')), sourceSection(readFileSync(source))]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * A custom section with the hash of the source, so that a test detects an outdated build without the
 * compiler.
 */
function sourceSection(text: Buffer): Buffer {
  const name = Buffer.from('source_sha256');
  const hash = createHash('sha256').update(text).digest();
  const content = Buffer.concat([Buffer.from([name.length]), name, hash]);
  return Buffer.concat([Buffer.from([0, content.length]), content]);
}
