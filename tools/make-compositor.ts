/** `node tools/make-compositor.ts`: builds src/video/picture/frames/compositor.wasm from compositor.as beside it. */
import { writeFile } from 'node:fs/promises';
import { buildCompositor, compositorWasm } from './compositor.ts';

await writeFile(compositorWasm, await buildCompositor());
