import { after } from 'node:test';

/** A stand-in for a test's context, for resources that a whole file shares: cleaned up in reverse order after its last test. */
export function afterFile(): { after(clean: () => unknown): void } {
  const cleanups: (() => unknown)[] = [];
  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });
  return { after: (clean) => void cleanups.push(clean) };
}
