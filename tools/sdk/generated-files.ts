import type { Service } from '../../src/platform/http/server.ts';
import { pythonSource } from './python-source.ts';
import { sdkFiles } from './sdk-source.ts';
import { toolsSource } from './tools-source.ts';

/** Every file that follows from the routes, by its path in the repository. */
export const generatedFiles = (services: readonly Service[]): Readonly<Record<string, string>> => ({
  'packages/python/kith.py': pythonSource(services),
  'packages/sdk/src/generated/tools.ts': toolsSource(services),
  ...Object.assign({}, ...services.map(sdkFiles)),
});
