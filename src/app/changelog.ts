import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AtomEntry } from '../platform/http/atom.ts';

const file = path.join(import.meta.dirname, '../../CHANGELOG.md');
const maxSummary = 4_000;
let cached: Promise<Omit<AtomEntry, 'link'>[]> | undefined;

/** The releases of CHANGELOG.md, newest first; empty if the package was installed without it. */
export function loadReleases(): Promise<Omit<AtomEntry, 'link'>[]> {
  cached ??= readReleases().catch(() => []);
  return cached;
}

async function readReleases(): Promise<Omit<AtomEntry, 'link'>[]> {
  const [text, { mtime }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n');
      const [, date] = /(\d{4}-\d\d-\d\d)/.exec(title) ?? [];
      return {
        id: `urn:kith:changelog:${title.replaceAll(/[^\w.]+/g, '-').toLowerCase()}`,
        title: title.trim(),
        updated: date ? new Date(`${date}T00:00:00Z`) : mtime,
        summary: lines.join('\n').trim().slice(0, maxSummary).toWellFormed(),
      };
    });
}
