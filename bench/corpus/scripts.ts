import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseNetwork } from '../../src/platform/outbound/address.ts';
import { createDns } from '../../src/platform/outbound/dns.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { Encyclopaedia } from '../../src/video/script/encyclopaedia/encyclopaedia.ts';
import { parseQuestion } from '../../src/video/script/question.ts';
import { toStems } from '../../src/video/script/words.ts';
import { writeFromArticles } from '../../src/video/script/writers/article-writer.ts';
import { type WikiArticle, WikiCounterpart } from '../../test/counterparts/mediawiki.ts';
import { type Score, Tally } from './score.ts';

interface Cases {
  readonly articles: readonly WikiArticle[];
  readonly questions: readonly { readonly question: string; readonly answers: readonly string[] }[];
}

const holds = (text: string, answers: readonly string[]): boolean =>
  answers.some((answer) => text.toLowerCase().includes(answer.toLowerCase()));

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
  let [words, written, claimed] = [0, 0, 0];
  for (const { question, answers } of questions) {
    const asked = parseQuestion(question);
    const script = writeFromArticles(await encyclopaedia.find(asked), asked);
    if (!script) continue;
    written++;
    const sentences = script.storyboard.beats.map(({ narration }) => narration);
    const text = sentences.join(' ');
    words += text.split(/\s+/).length;
    // The opening repeats the question, so an answer counts only after it.
    const isHeld = holds(sentences.slice(1).join(' '), answers);
    held.case(isHeld, () => `${question} → ${answers[0]}`);
    if (script.claim) {
      claimed++;
      honest.case(holds(script.claim.sentence, answers), () => question);
    }
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
      note: `${written} of ${questions.length} written, ${Math.round(words / written)} words each`,
    },
    named.score('subject in the first sentence', 0.99),
    {
      ...honest.score('claims that hold the answer', 0.95),
      note: `${claimed} of ${questions.length} claimed`,
    },
  ];
}
