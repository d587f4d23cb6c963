#!/usr/bin/env node
import { existsSync } from 'node:fs';

// A checkout runs its sources as they are; a package holds what tools/build-package.ts made of them.
const source = new URL('../src/cli.ts', import.meta.url);
await import(existsSync(source) ? source.href : new URL('../dist/cli.js', import.meta.url).href);
