import { readFile } from 'node:fs/promises';
import path from 'node:path';
import asc from 'assemblyscript/asc';

const picture = path.resolve(import.meta.dirname, '../src/video/picture/frames');
const source = path.join(picture, 'compositor.as');
export const compositorWasm = path.join(picture, 'compositor.wasm');

/** What the compiler makes of the compositor's source. It must be called `.ts` to be read, which only the compiler is told. */
export async function buildCompositor(): Promise<Uint8Array> {
  const text = await readFile(source, 'utf8');
  let built: Uint8Array | undefined;
  const options = ['--outFile', 'out.wasm', '-O3', '--runtime', 'stub', '--importMemory', '--noAssert'];
  const { error, stderr } = await asc.main(['compositor.ts', ...options, '--enable', 'simd'], {
    readFile: (name) => (name === 'compositor.ts' ? text : null),
    writeFile: (name, contents) => {
      if (name === 'out.wasm') built = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error || !built) throw new Error(`the compositor does not build: ${stderr.toString()}`);
  return built;
}
