import type { Outbound } from '../../../platform/outbound/outbound.ts';

const timeoutMs = 6_000;
const maxBytes = 262_144;
const shortest = 80;

export interface Article {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** An encyclopaedia's own summary of a topic, by the REST interface of Wikipedia; undefined where there is none to be had. */
export class Encyclopaedia {
  readonly #url: string;
  readonly #outbound: Pick<Outbound, 'fetch'>;

  constructor(url: string, outbound: Pick<Outbound, 'fetch'>) {
    this.#url = url;
    this.#outbound = outbound;
  }

  async article(title: string, signal?: AbortSignal): Promise<Article | undefined> {
    const name = encodeURIComponent(title.trim().replace(/\s+/g, '_'));
    const answer = await this.#outbound
      .fetch(`${this.#url}/page/summary/${name}?redirect=true`, {
        headers: { accept: 'application/json' },
        timeoutMs,
        maxBytes,
        ...(signal && { signal }),
      })
      .catch(() => undefined);
    if (answer?.status !== 200) return undefined;
    return read(answer.body.toString());
  }
}

function read(json: string): Article | undefined {
  try {
    const page = JSON.parse(json) as Record<string, unknown>;
    const { type, title, extract, lang } = page;
    const urls = page.content_urls as { desktop?: { page?: unknown } } | undefined;
    const url = urls?.desktop?.page;
    if (type !== 'standard' || (lang !== undefined && lang !== 'en')) return undefined;
    if (typeof title !== 'string' || typeof extract !== 'string' || typeof url !== 'string') return undefined;
    return extract.length < shortest ? undefined : { title, text: extract, url };
  } catch {
    return undefined;
  }
}
