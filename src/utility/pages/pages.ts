import { copyInChunks } from '../../platform/in-chunks.ts';
import type { SkillCall } from '../catalogue/call.ts';
import { unreadableTarget, upstreamFailed } from '../catalogue/errors.ts';
import type { PageAccess } from '../catalogue/params.ts';
import type { TaskInput, TaskName, TaskOutput } from '../workers/tasks.ts';
import type { Workers } from '../workers/workers.ts';
import type { FetchedResponse } from './fetched-response.ts';
import type { Fetcher } from './fetcher.ts';
import type { PageSource } from './page-source.ts';
import type { RenderedPages } from './rendered-pages.ts';
import { requirePage } from './walls/judge.ts';

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** Fetching and parsing together stay below ten seconds, whatever the page. */
const budgetMs = 9_500;
const minReadingMs = 1_500;
/** Rendering has its own deadline; this one is for parsing the rendered page. */
const readRenderedMs = 5_000;
/** Larger pages are copied to their worker in chunks instead of in one blocking copy. */
const largeBytes = 512 * 1_024;

interface OpenOptions {
  /** Also parse responses other than 2xx, for skills that report the status. */
  readonly anyStatus?: boolean;
  /** Also open PDFs; `isPdf` distinguishes them from pages. */
  readonly pdf?: boolean;
  /** '1': the page after its scripts have run. A resource that is not a page is fetched. */
  readonly render?: '0' | '1' | undefined;
  /** Screenshot of the rendered page. */
  readonly screenshot?: '0' | '1' | undefined;
}

/** Tasks that read a page: their input contains its source. */
type PageTask = { [N in TaskName]: TaskInput<N> extends { page: PageSource } ? N : never }[TaskName];
type TaskOptions<N extends PageTask> = Omit<TaskInput<N>, 'page'>;

/** A fetched page. Its content is extracted by a worker, which parses it once. */
export class Page {
  readonly answer: FetchedResponse;
  readonly access: PageAccess;
  /** Undefined if no rendering was requested, false if there was no page to render. */
  readonly rendered: boolean | undefined;
  readonly screenshot: Buffer | undefined;
  readonly #requestedUrl: URL;
  readonly #workers: Workers;
  readonly #signal: AbortSignal;
  readonly #endsAt: number;

  constructor(
    answer: FetchedResponse,
    options: {
      asked: URL;
      access: PageAccess;
      workers: Workers;
      signal: AbortSignal;
      endsAt: number;
      rendered?: boolean | undefined;
      screenshot?: Buffer | undefined;
    },
  ) {
    this.answer = answer;
    this.access = options.rendered && options.access === 'rendered_only' ? 'open' : options.access;
    this.rendered = options.rendered;
    this.screenshot = options.screenshot;
    this.#requestedUrl = options.asked;
    this.#workers = options.workers;
    this.#signal = options.signal;
    this.#endsAt = options.endsAt;
  }

  /** URL of the response, after redirects. */
  get url(): string {
    return this.answer.url;
  }

  get isPdf(): boolean {
    return isPdf(this.answer);
  }

  /** The fields that start every response about a page. */
  get facts(): { url: string; final_url: string; rendered?: boolean; access: PageAccess } {
    return {
      url: this.#requestedUrl.href,
      final_url: this.url,
      ...(this.rendered !== undefined && { rendered: this.rendered }),
      access: this.access,
    };
  }

  async read<N extends PageTask>(task: N, rest: TaskOptions<N>): Promise<TaskOutput<N>> {
    const { body, contentType, url } = this.answer;
    const hash = await this.answer.hash();
    const large = body.length > largeBytes;
    const bytes = large ? await copyInChunks(body) : body;
    const page: PageSource = { bytes, contentType, url, hash };
    return this.#workers.run(task, { ...rest, page } as unknown as TaskInput<N>, {
      signal: this.#signal,
      timeoutMs: Math.max(minReadingMs, this.#endsAt - performance.now()),
      bytes: body.length,
      about: hash,
      transfer: large ? [bytes.buffer as ArrayBuffer] : [],
    });
  }
}

/** Opens web pages for the skills that read them. */
export class Pages {
  readonly #fetcher: Fetcher;
  readonly #rendered: RenderedPages;
  readonly #workers: Workers;

  constructor({
    fetcher,
    rendered,
    workers,
  }: {
    fetcher: Fetcher;
    rendered: RenderedPages;
    workers: Workers;
  }) {
    this.#fetcher = fetcher;
    this.#rendered = rendered;
    this.#workers = workers;
  }

  async open(url: URL, call: SkillCall, options: OpenOptions = {}): Promise<Page> {
    const startedAt = performance.now();
    const withScreenshot = options.screenshot === '1';
    const isRendering = options.render === '1' || withScreenshot;
    const rendered = isRendering ? await this.#rendered.open(url, call, withScreenshot) : null;
    const answer = rendered?.answer ?? (await this.#fetcher.getPage(url, call, { accept }));
    const access = requirePage(answer, url);
    if (!options.anyStatus && (answer.status < 200 || answer.status > 299)) {
      throw upstreamFailed(
        `The page returned status ${answer.status} (${answer.url})`,
        'Send the URL of a page that returns 200.',
      );
    }
    if (!isPage(answer) && !(options.pdf && isPdf(answer)))
      throw unreadableTarget(notPage(answer), 'Send the address of an HTML page.');
    return new Page(answer, {
      asked: url,
      access,
      workers: this.#workers,
      signal: call.signal,
      endsAt: isRendering ? performance.now() + readRenderedMs : startedAt + budgetMs,
      rendered: isRendering ? rendered !== null : undefined,
      screenshot: rendered?.screenshot,
    });
  }
}

/** By its first bytes: servers often send PDFs with a wrong type, and some put white space or text before them. */
function isPdf({ body, mediaType }: FetchedResponse): boolean {
  const start = body.subarray(0, 1_024);
  const at = start.indexOf('%PDF-');
  return at >= 0 && (mediaType === 'application/pdf' || !start.subarray(0, at).includes('<'));
}

function notPage({ body, mediaType, url }: FetchedResponse): string {
  if (body.toString('latin1', 0, 1_024).trim() === '')
    return `The address answered with an empty ${mediaType === 'application/pdf' ? 'PDF' : 'file'} (${url})`;
  if (mediaType === 'application/pdf') return `The response is declared as a PDF but is not one (${url})`;
  return `The address answered with ${mediaType || 'nothing'}, not with an HTML page (${url})`;
}

/** By its type, or by its content if the server states no type, a binary one or plain text. */
function isPage({ mediaType, body, status }: FetchedResponse): boolean {
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return true;
  if (status >= 300 && body.length === 0) return true;
  const vague = [
    '',
    'text/plain',
    'application/octet-stream',
    'text/xml',
    'application/xml',
    'unknown/unknown',
  ];
  if (!vague.includes(mediaType)) return false;
  const start = body.subarray(0, 1_024).toString('latin1').replaceAll('\0', '');
  return /<(?:!doctype\s+html|html|head|title|body|script|meta|link|table|div|p|h1|a|br|!--)[\s>/]/i.test(
    start,
  );
}
