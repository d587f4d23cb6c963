import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from 'typebox';
import { jsonDecoder, unreadable } from '../platform/decode.ts';
import { devMarkerName, isDevDir } from '../platform/dev-marker.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { replaceFile } from '../platform/replace-file.ts';

/** What the marker of a dev dir says. */
const markerSchema = Type.Object({
  /** Where the running one is spoken to. */
  consoleUrl: Type.String(),
  /** Whoever can read the dir may move its clock; a web page cannot. */
  token: Type.String(),
  /** Secret keys of its wallets, base58. */
  wallets: Type.Record(Type.String(), Type.String()),
  /** The time when it was last seen running: it goes on from there. */
  now: Type.Union([Type.String(), Type.Null()]),
});
export type DevMarker = Readonly<Static<typeof markerSchema>>;
const decodeMarker = jsonDecoder(markerSchema);

/** The data dir of `kith dev`: marked before anything else is in it, so that nothing else takes it for its own. */
export class DevDir {
  readonly path: string;
  #marker: DevMarker;

  private constructor(dir: string, marker: DevMarker) {
    this.path = dir;
    this.#marker = marker;
  }

  static async make(dir: string): Promise<DevDir> {
    const whole = path.resolve(dir);
    mkdirSync(whole, { recursive: true });
    if (isDevDir(whole)) return DevDir.open(whole);
    if (readdirSync(whole).length > 0) {
      throw new OperatorProblem(
        `${dir} holds something that is not kith dev's: choose another directory with --dir`,
      );
    }
    const made = new DevDir(whole, {
      consoleUrl: '',
      token: randomBytes(24).toString('base64url'),
      wallets: {},
      now: null,
    });
    await made.update({});
    return made;
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
    await replaceFile(this.file(devMarkerName), `${JSON.stringify(this.#marker, null, 2)}\n`);
  }

  /** Everything but the marker, which goes last: a removal that was cut short is still a dev dir. */
  async remove(): Promise<void> {
    for (const name of readdirSync(this.path).filter((each) => each !== devMarkerName)) {
      await rm(this.file(name), { recursive: true, force: true, maxRetries: 10 });
    }
    await rm(this.path, { recursive: true, force: true });
  }
}
