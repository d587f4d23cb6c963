import type { Service } from '../../src/platform/http/server.ts';
import { sdkFiles } from './sdk-source.ts';
import { toolsSource } from './tools-source.ts';

/** Everything under packages/sdk/src/generated, by file name. */
export const generatedFiles = (services: readonly Service[]): Readonly<Record<string, string>> =>
  Object.assign({ 'tools.ts': toolsSource(services) }, ...services.map(sdkFiles));
