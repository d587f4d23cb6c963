import { ServiceCaller } from './caller.ts';
import type { CreateVideoInput, UtilityCalls, UtilitySkills, Video } from './generated/utility.ts';
import { skillValues, utilityRoutes } from './generated/utility-routes.ts';
import { bindGroups } from './groups.ts';
import type { CallOptions, ServiceOptions } from './options.ts';
import { makeVideo, previewVideo, type VideoOptions, type VideoPreview } from './video.ts';

const localUrl = 'http://127.0.0.1:4020';

/** `dns-lookup`, `verify-email` …: the path of a skill without its slash. */
export type SkillId = keyof typeof skillValues;

/** `dns-lookup` is called `dnsLookup`. */
type CallName<Id extends string> = Id extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<CallName<Rest>>}`
  : Id;

/** The response of a skill, by its id. */
export type SkillResponse<Id extends SkillId> = Awaited<ReturnType<UtilitySkills[CallName<Id>]>>;

interface SkillsToRun extends UtilitySkills {
  /** Runs a skill by its id, with its main value and further parameters: `run('dns-lookup', 'example.org')`. */
  run<Id extends SkillId>(
    id: Id,
    value: string,
    more?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<SkillResponse<Id>>;
}

export interface Utility extends Omit<UtilityCalls, 'skills'> {
  readonly skills: SkillsToRun;
}

/** The utility API: data skills, watches and videos. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: its calls are made from the very table that the interface describes
export class Utility {
  readonly url: string;
  readonly #caller: ServiceCaller;

  constructor(options: ServiceOptions = {}) {
    this.#caller = new ServiceCaller(options.url ?? localUrl, options);
    this.url = this.#caller.url;
    Object.assign(this, bindGroups(utilityRoutes, this.#caller));
    Object.assign(this.skills, { run: this.#runSkill });
  }

  /** Orders a video about a topic, and resolves when it is finished. */
  makeVideo(input: CreateVideoInput, options?: VideoOptions): Promise<Video> {
    return makeVideo(this.videos, input, options);
  }

  /** The script of a video with its claim and its scenes, free and before anything is rendered. */
  previewVideo(input: CreateVideoInput, options?: CallOptions): Promise<VideoPreview> {
    return previewVideo(this.videos, input, options);
  }

  readonly #runSkill = async (
    id: SkillId,
    value: string,
    more: Readonly<Record<string, string>> = {},
    options: CallOptions = {},
  ): Promise<unknown> => {
    const name = Object.hasOwn(skillValues, id) ? skillValues[id] : undefined;
    if (name === undefined) {
      throw new TypeError(`there is no skill ${id}; there are ${Object.keys(skillValues).join(', ')}`);
    }
    return this.#caller.call({ method: 'GET', path: `/${id}`, input: true }, [
      { ...more, [name]: value },
      options,
    ]);
  };
}
