import { Refusal } from '../../platform/http/refusal.ts';
import type { LanguageModel } from '../../platform/model/language-model.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { type WrittenScript, withoutPhoto } from '../../video/script/script.ts';
import type { ScriptInput, ScriptWriters } from '../../video/script/script-writers.ts';
import { truncateText } from '../../video/script/text.ts';
import { splitSentences } from '../../video/voice/sentences.ts';
import { SkillCall } from '../catalogue/call.ts';
import { asSkillError } from '../catalogue/errors.ts';
import type { Pages } from '../pages/pages.ts';
import { judgeTexts, type ModerationDependencies } from './moderation.ts';
import { isHttpUrl, type VideoRequest } from './request.ts';

/** A topic at least this long is treated as a text to summarise. */
const longTopicChars = 280;
const pageMaxAgeS = 3_600;

interface ScriptDependencies extends ModerationDependencies {
  readonly model: LanguageModel | undefined;
  readonly outbound: Outbound;
  readonly pages: Pages;
  readonly encyclopaediaUrl: string;
  readonly wikidataUrl: string;
}

/** Writes scripts for jobs: reads the caller's material, then chooses a writer. */
export class JobScripts {
  readonly #deps: ScriptDependencies;
  #writers: Promise<ScriptWriters> | undefined;

  constructor(deps: ScriptDependencies) {
    this.#deps = deps;
  }

  /** Whether the operator has a model; each use of it costs money. */
  get hasModel(): boolean {
    return this.#deps.model !== undefined;
  }

  async write(
    request: VideoRequest,
    callerModel: LanguageModel | undefined,
    signal: AbortSignal,
  ): Promise<WrittenScript> {
    return this.#write(request, { own: callerModel, operator: this.#deps.model }, signal);
  }

  /** Without the operator's model, which is too slow and costs money; other sources may answer until a deadline. */
  writePreview(
    request: VideoRequest,
    own: LanguageModel | undefined,
    signal: AbortSignal,
    deadline: AbortSignal,
  ): Promise<WrittenScript> {
    return this.#write(request, { own }, signal, deadline);
  }

  /** Uses only free writers: nobody ordered a sample, so it must not spend the operator's model. */
  writeSample(request: VideoRequest, signal: AbortSignal): Promise<WrittenScript> {
    return this.#write(request, {}, signal);
  }

  async #write(
    request: VideoRequest,
    models: Parameters<ScriptWriters['write']>[1],
    signal: AbortSignal,
    deadline?: AbortSignal,
  ): Promise<WrittenScript> {
    const { input, notes } = await this.#readInput(request, signal);
    this.#writers ??= this.#loadWriters();
    const scriptDraft = await (await this.#writers).write({ ...input, deadline }, models, signal);
    const hasCallerImages = request.images.length > 0;
    return {
      ...scriptDraft,
      // The caller's images replace a photograph found online.
      storyboard: withImages(
        hasCallerImages && scriptDraft.by === 'encyclopaedia'
          ? withoutPhoto(scriptDraft.storyboard)
          : scriptDraft.storyboard,
        request.images.length,
      ),
      sources: hasCallerImages
        ? scriptDraft.sources.filter(({ image }) => image === undefined)
        : scriptDraft.sources,
      notes: [...notes, ...scriptDraft.notes],
    };
  }

  /** Loaded with the first script: the writers load pictures and fonts, which no other call needs. */
  async #loadWriters(): Promise<ScriptWriters> {
    const [{ ScriptWriters }, { Encyclopaedia }] = await Promise.all([
      import('../../video/script/script-writers.ts'),
      import('../../video/script/encyclopaedia/encyclopaedia.ts'),
    ]);
    return new ScriptWriters(new Encyclopaedia(this.#deps, this.#deps.outbound));
  }

  async #readInput(
    request: VideoRequest,
    signal: AbortSignal,
  ): Promise<{ input: ScriptInput; notes: string[] }> {
    const notes: string[] = [];
    const isAddress = isHttpUrl(request.topic);
    const sources = [...(isAddress ? [request.topic] : []), ...request.facts];
    const facts: ScriptInput['facts'][number][] = [];
    for (const fact of sources) {
      if (!isHttpUrl(fact)) facts.push({ title: 'the facts that were sent', url: null, text: fact });
      else {
        const factText = await this.#read(fact, signal).catch((error: unknown) => {
          const skillError = asSkillError(error);
          if (!(skillError instanceof Refusal)) throw error;
          notes.push(`${fact.slice(0, 100)} was not read: ${skillError.message}`);
          return undefined;
        });
        const refusal = factText && (await judgeTexts(this.#deps, [factText.title, factText.text]));
        if (refusal) notes.push(`${fact.slice(0, 100)} was not used: ${refusal.error}`);
        else if (factText?.text.trim() === '')
          notes.push(`${fact.slice(0, 100)} has no text that can be read`);
        else if (factText) facts.push(factText);
      }
    }
    const isText = request.topic.length >= longTopicChars && splitSentences(request.topic).length >= 3;
    if (isText && facts.length === 0)
      facts.push({ title: 'the text that was sent', url: null, text: request.topic });
    const topic = isAddress
      ? (facts[0]?.title ?? request.topic)
      : isText
        ? (splitSentences(request.topic)[0] ?? request.topic)
        : request.topic;
    return {
      input: {
        topic: truncateText(topic, 500),
        facts,
        script: request.script ?? undefined,
        storyboard: request.storyboard ?? undefined,
        length_s: request.length_s ?? undefined,
        language: request.language,
      },
      notes,
    };
  }

  async #read(url: string, signal: AbortSignal) {
    const page = await this.#deps.pages.open(new URL(url), new SkillCall({ signal, maxAgeS: pageMaxAgeS }));
    const { title, text } = await page.read('page-article', {});
    return { title: title ?? new URL(url).hostname, url: page.url, text };
  }
}

/** Puts the caller's images into the scenes between hook and close, in order, spread over the video. */
function withImages(storyboard: WrittenScript['storyboard'], count: number): WrittenScript['storyboard'] {
  const { beats } = storyboard;
  if (count === 0 || beats.some(({ image }) => image !== undefined)) return storyboard;
  const inner = Math.max(1, beats.length - 2);
  const from = beats.length > 2 ? 1 : 0;
  const places = new Map(
    Array.from({ length: count }, (_, image) => [from + Math.floor((image * inner) / count), image] as const),
  );
  return {
    ...storyboard,
    beats: beats.map((beat, index) => {
      const image = places.get(index);
      return image === undefined ? beat : { ...beat, image };
    }),
  };
}
