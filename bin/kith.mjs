#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { cacheCompiled } from './compile-cache.mjs';
import { newerNode, runWith } from './newer-node.mjs';
import { resolveDirectly } from './resolve-modules.mjs';

// Plain JavaScript on purpose, like what it imports: it must run on a Node too old for the rest.
const node = newerNode();
if (node) {
  process.exitCode = await runWith(node, process.argv.slice(1));
} else {
  await import('./require-node.mjs');
  cacheCompiled();
  resolveDirectly();
  // A checkout runs its sources as they are; a package holds what tools/build-package.ts made of them.
  const source = new URL('../src/main.ts', import.meta.url);
  await import(existsSync(source) ? source.href : new URL('../dist/main.js', import.meta.url).href);
}
