const releases: (() => unknown)[] = [];

/** What the test files of a process share is released after the last of them, latest first. */
export function releaseAtEnd(release: () => unknown): void {
  releases.push(release);
}

export async function releaseShared(): Promise<void> {
  for (const release of releases.splice(0).reverse()) await release();
}
