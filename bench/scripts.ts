import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseNetwork } from '../src/platform/outbound/address.ts';
import { createDns } from '../src/platform/outbound/dns.ts';
import { createOutbound } from '../src/platform/outbound/outbound.ts';
import { Encyclopaedia } from '../src/video/script/encyclopaedia/encyclopaedia.ts';
import { ScriptWriters } from '../src/video/script/script-writers.ts';
import { toStems } from '../src/video/script/words.ts';
import { type WikiArticle, WikiCounterpart } from '../test/counterparts/mediawiki.ts';
import { findCorpora } from './corpus/find-corpora.ts';
import { topics } from './script-topics.ts';
import { printTable } from './table.ts';

/**
 * `npm run bench -- scripts [--read] [--wiki [URL]]`: sixty topics as people ask them. Without a wiki only the almanac
 * answers; without a URL the wiki is the recorded encyclopaedia of the public questions, served on loopback. `--read`
 * prints every script for review.
 */
export async function run(args: string[]): Promise<void> {
  const at = args.indexOf('--wiki');
  const given = args[at + 1];
  const isRecorded = at >= 0 && (given === undefined || given.startsWith('--'));
  const recorded = isRecorded ? await serveRecorded() : undefined;
  const wiki = recorded?.url ?? (at < 0 ? 'http://127.0.0.1:9' : (given ?? ''));
  const dns = createDns({ servers: undefined });
  const outbound = createOutbound({ dns, userAgent: 'kith/bench', allow: [parseNetwork('127.0.0.0/8')] });
  const writers = new ScriptWriters(
    new Encyclopaedia({ encyclopaediaUrl: wiki, wikidataUrl: wiki }, outbound),
  );
  const rows: (string | number)[][] = [];
  let [answered, nonsense] = [0, 0];
  for (const [topic, says] of topics) {
    const order = { topic, facts: [], language: 'en' };
    const script = await writers.write(order, {}, new AbortController().signal);
    const sentences = script.storyboard.beats.map(({ narration }) => narration);
    const text = sentences.join(' ');
    const faults = faultsOf(topic, sentences, script.answers === true && !says.test(text));
    if (script.answers && faults.length === 0) answered++;
    if (script.answers && faults.length > 0) nonsense++;
    rows.push([topic, script.by, script.answers ? 'yes' : 'no', text.split(/\s+/).length, faults.join('; ')]);
    if (args.includes('--read')) console.log(`\n## ${topic} (${script.by})\n${text}`);
  }
  outbound.close();
  dns.close();
  recorded?.close();
  printTable('scripts', ['topic', 'by', 'answers', 'words', 'faults'], rows);
  const bar = at < 0 ? 40 : 54;
  console.log(
    `\nanswered ${answered} of ${topics.length} (bar ${bar}), claimed and wrong ${nonsense} (bar 0)`,
  );
  if (answered < bar || nonsense > 0) process.exitCode = 1;
}

async function serveRecorded(): Promise<{ url: string; close(): void }> {
  const corpora = findCorpora();
  if (!corpora) throw new Error('no public cases beside the checkout (KITH_CORPORA)');
  const { articles } = JSON.parse(readFileSync(path.join(corpora, 'questions.json'), 'utf8')) as {
    articles: readonly WikiArticle[];
  };
  const server = http.createServer(new WikiCounterpart(articles).handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Rules that can fail: the question is answered, the subject comes first, no filler, no repetition, not too long. */
function faultsOf(topic: string, sentences: readonly string[], isMissing: boolean): string[] {
  const asked = toStems(topic);
  const first = toStems(sentences[0] ?? '');
  const words = sentences.join(' ').split(/\s+/).length;
  return [
    ...(isMissing ? ['the question is not answered'] : []),
    ...(asked.some((each) => first.includes(each)) ? [] : ['the first sentence does not name the subject']),
    ...(/Your turn|Do not mix it up|Its relatives|Two words carry it|did you know/i.test(sentences.join(' '))
      ? ['filler']
      : []),
    ...(new Set(sentences).size < sentences.length ? ['a sentence is repeated'] : []),
    ...(words > 135 ? [`${words} words`] : []),
  ];
}
