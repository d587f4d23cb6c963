#!/usr/bin/env node
import { existsSync } from 'node:fs';

// A checkout runs its sources directly; a package contains the output of tools/build-package.ts.
const source = new URL('../src/cli.ts', import.meta.url);
await import(existsSync(source) ? source.href : new URL('../dist/cli.js', import.meta.url).href);
