import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { jsonDecoder, unreadable } from '../platform/decode.ts';
import { devMarkerName, isDevDir } from '../platform/dev-marker.ts';
import { makeDir } from '../platform/make-dir.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { replaceFile } from '../platform/replace-file.ts';

/** Contents of the marker file of a dev dir. */
const markerSchema = Type.Object({
  /** URL of the console of the running `kith dev`. */
  consoleUrl: Type.String(),
  /** Authorizes moving the clock: programs that can read the dir have it, web pages do not. */
  token: Type.String(),
  /** Secret keys of its wallets, base58. */
  wallets: Type.Record(Type.String(), Type.String()),
  /** The clock when it last ran: the next start continues from there. */
  now: Type.Union([Type.String(), Type.Null()]),
});
export type DevMarker = Readonly<Static<typeof markerSchema>>;
const decodeMarker = jsonDecoder(markerSchema);

/** The data dir of `kith dev`. The marker is written first, so that no other command uses the dir as its own. */
export class DevDir {
  readonly path: string;
  #marker: DevMarker;
  /** The pending write: the next one waits for it, so that an older marker never replaces a newer one. */
  #writing: Promise<void> = Promise.resolve();

  private constructor(dir: string, marker: DevMarker) {
    this.path = dir;
    this.#marker = marker;
  }

  static async make(dir: string): Promise<DevDir> {
    const absolute = path.resolve(dir);
    await makeDir(absolute);
    if (isDevDir(absolute)) return DevDir.open(absolute);
    if (readdirSync(absolute).length > 0) {
      throw new OperatorProblem(
        `${dir} contains files that are not from kith dev: choose another directory with --dir`,
      );
    }
    const created = new DevDir(absolute, {
      consoleUrl: '',
      token: randomBytes(24).toString('base64url'),
      wallets: {},
      now: null,
    });
    await created.update({});
    return created;
  }

  static open(dir: string): DevDir {
    const file = path.join(path.resolve(dir), devMarkerName);
    if (!existsSync(file))
      throw new OperatorProblem(`${dir} is not a data dir of kith dev: start one with kith dev`);
    const marker = decodeMarker(readFileSync(file));
    if (marker === unreadable)
      throw new OperatorProblem(`${file} is damaged: remove ${dir} and start again with kith dev`);
    return new DevDir(path.resolve(dir), marker);
  }

  get marker(): DevMarker {
    return this.#marker;
  }

  file(name: string): string {
    return path.join(this.path, name);
  }

  async update(change: Partial<DevMarker>): Promise<void> {
    this.#marker = { ...this.#marker, ...change };
    const write = () => replaceFile(this.file(devMarkerName), `${JSON.stringify(this.#marker, null, 2)}\n`);
    this.#writing = this.#writing.then(write, write);
    await this.#writing;
  }

  /** Removes the marker last, so that after an interrupted removal it is still a dev dir. */
  async remove(): Promise<void> {
    for (const name of readdirSync(this.path).filter((each) => each !== devMarkerName)) {
      await rm(this.file(name), { recursive: true, force: true, maxRetries: 10 });
    }
    await rm(this.path, { recursive: true, force: true });
  }
}
