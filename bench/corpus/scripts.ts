import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createDns } from '../../src/platform/outbound/dns.ts';
import { parseNetwork } from '../../src/platform/outbound/network.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { Encyclopaedia } from '../../src/video/script/encyclopaedia/encyclopaedia.ts';
import { parseQuestion } from '../../src/video/script/question/question.ts';
import { toStems } from '../../src/video/script/question/words.ts';
import { writeFromArticles } from '../../src/video/script/writers/article-writer.ts';
import { type WikiArticle, WikiCounterpart } from '../../test/counterparts/mediawiki.ts';
import { type Score, Tally } from './score.ts';

interface Cases {
  readonly articles: readonly WikiArticle[];
  readonly questions: readonly { readonly question: string; readonly answers: readonly string[] }[];
}

/** Questions with known answers. A wiki on loopback serves the articles, and the script must contain an answer. */
export async function measure(corpora: string): Promise<Score[]> {
  const { articles, questions } = JSON.parse(
    readFileSync(path.join(corpora, 'questions.json'), 'utf8'),
  ) as Cases;
  const server = http.createServer(new WikiCounterpart(articles).handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dns = createDns({ servers: ['127.0.0.1:9'] });
  const outbound = createOutbound({ dns, userAgent: 'kith/bench', allow: [parseNetwork('127.0.0.0/8')] });
  const encyclopaedia = new Encyclopaedia({ encyclopaediaUrl: url, wikidataUrl: url }, outbound);
  const [held, named, honest] = [new Tally(), new Tally(), new Tally()];
  let words = 0;
  for (const { question, answers } of questions) {
    const asked = parseQuestion(question);
    const script = writeFromArticles(await encyclopaedia.find(asked), asked, { by: 'encyclopaedia' });
    const sentences = script?.storyboard.beats.map(({ narration }) => narration) ?? [];
    const text = sentences.join(' ');
    words += text.split(/\s+/).length;
    // The opening repeats the question, so an answer counts only after it.
    const body = sentences.slice(1).join(' ').toLowerCase();
    const isHeld = answers.some((answer) => body.includes(answer.toLowerCase()));
    held.case(isHeld, () => `${question} → ${answers[0]}`);
    if (script?.answers) honest.case(isHeld, () => question);
    const first = toStems(sentences[0] ?? '');
    named.case(
      toStems(asked.subject).some((each) => first.includes(each)),
      () => question,
    );
  }
  outbound.close();
  dns.close();
  server.close();
  return [
    {
      ...held.score('answer is in the script', 0.88),
      note: `${Math.round(words / questions.length)} words each`,
    },
    named.score('subject in the first sentence', 0.99),
    { ...honest.score('of those that claim to answer', 0.88), note: 'answers_topic is true' },
  ];
}
