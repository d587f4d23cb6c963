import type { Log } from '../../platform/log.ts';
import type { LanguageModel } from '../../platform/model/language-model.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { Encyclopaedia } from '../../video/script/facts/encyclopaedia.ts';
import { writeByModel } from '../../video/script/model-writer.ts';
import { writeOffline } from '../../video/script/offline/writer.ts';
import type { Storyboard } from '../../video/storyboard.ts';

interface WriterParts {
  readonly model: LanguageModel | undefined;
  readonly outbound: Outbound;
  readonly encyclopaediaUrl: string;
  readonly log: Log;
}

/** Scripts for jobs: by the operator's model where there is one and it answers well, else of what is known without. */
export class ScriptWriter {
  readonly #parts: WriterParts;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  async write(topic: string, signal: AbortSignal): Promise<Storyboard> {
    const { model, outbound, encyclopaediaUrl, log } = this.#parts;
    if (model) {
      try {
        return await writeByModel(model, topic, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        log.warn({ err: error }, 'the operator’s model wrote no script: it is written without');
      }
    }
    return writeOffline(topic, new Encyclopaedia(encyclopaediaUrl, outbound), signal);
  }
}
