#!/usr/bin/env node
import './require-node.mjs';

await import('../src/main.ts');
