import type { TestContext } from 'node:test';

/** Sets the registry that npm uses until the test ends. */
export function useRegistry(t: TestContext, url: string): void {
  const before = process.env.npm_config_registry;
  process.env.npm_config_registry = url;
  t.after(() => {
    if (before === undefined) delete process.env.npm_config_registry;
    else process.env.npm_config_registry = before;
  });
}
