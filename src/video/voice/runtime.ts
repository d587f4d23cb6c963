import { createRequire } from 'node:module';
import path from 'node:path';
import type { PinnedPackage } from '../../platform/npm/pack.ts';
import { isUnpacked, unpackedPackage } from '../../platform/npm/unpacked.ts';

/** The part of onnxruntime used here, which runs the voices' model on the CPU. */
export interface Onnxruntime {
  readonly InferenceSession: {
    create(
      modelPath: string,
      options: {
        readonly intraOpNumThreads: number;
        readonly interOpNumThreads: number;
        readonly graphOptimizationLevel: 'all';
        readonly logSeverityLevel: number;
      },
    ): Promise<InferenceSession>;
  };
  readonly Tensor: new (
    type: 'int64' | 'float32',
    data: BigInt64Array | Float32Array | readonly number[],
    dims: readonly number[],
  ) => Tensor;
}

interface InferenceSession {
  run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}

interface Tensor {
  readonly data: Float32Array | BigInt64Array;
}

const version = '1.30.0';

const binding: PinnedPackage = {
  name: 'onnxruntime-node',
  version,
  integrity:
    'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
  bytes: 113_507_888,
};
const common: PinnedPackage = {
  name: 'onnxruntime-common',
  version,
  integrity:
    'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
  bytes: 66_795,
};

/** Platforms for which the package has a binary. */
const built = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

export const runtimeBytes = binding.bytes + common.bytes;
const runtimeName = `${binding.name} ${version}`;

const modules = (dir: string): string =>
  path.join(dir, `onnxruntime-${version}-${process.platform}-${process.arch}`, 'node_modules');

export const runtimePath = (dir: string): string => path.join(modules(dir), binding.name);

export const runtimeMissing = async (dir: string): Promise<boolean> => !(await isUnpacked(runtimePath(dir)));

/**
 * Downloads the runtime beside the weights: as a dependency it would install the binaries of every platform
 * and run a script that downloads GPU libraries.
 */
export async function pullRuntime(
  dir: string,
  { onProgress, signal }: { onProgress(done: number): void; signal?: AbortSignal | undefined },
): Promise<void> {
  const platform = `${process.platform}-${process.arch}`;
  if (!built.includes(platform)) throw new Error(`${runtimeName} is not built for ${platform}`);
  const binaries = `bin/napi-v6/${process.platform}/${process.arch}/`;
  const scripts = /^(?:package\.json|LICENSE|dist\/(?:cjs\/)?[^/]+\.(?:js|json))$/;
  // The binding comes last, since runtimeMissing checks for it.
  await unpackedPackage(common, path.join(modules(dir), common.name), {
    keep: (file) => scripts.test(file),
    signal,
  });
  await unpackedPackage(binding, runtimePath(dir), {
    keep: (file) => scripts.test(file) || file.startsWith(binaries),
    onProgress,
    signal,
  });
}

export const loadRuntime = (runtime: string): Onnxruntime => createRequire(import.meta.url)(runtime);
