import { parseNetwork } from '../../../src/platform/outbound/address.ts';
import { createDns } from '../../../src/platform/outbound/dns.ts';
import { createOutbound } from '../../../src/platform/outbound/outbound.ts';
import { Encyclopaedia } from '../../../src/video/script/encyclopaedia/encyclopaedia.ts';
import type { WrittenScript } from '../../../src/video/script/script.ts';
import { type ScriptInput, ScriptWriters } from '../../../src/video/script/script-writers.ts';
import { entity, WikiCounterpart } from '../../counterparts/mediawiki.ts';
import { serveHttp } from '../../counterparts/servers.ts';

export const { signal } = new AbortController();

export const said = ({ storyboard: { beats } }: WrittenScript) =>
  beats.map(({ narration }) => narration).join(' ');

export const wordsOf = (text: string) => text.split(/\s+/).length;

export const order = (topic: string, more: Partial<ScriptInput> = {}): ScriptInput => ({
  topic,
  facts: [],
  language: 'en',
  ...more,
});

export function outboundFor(t: { after(clean: () => void): void }) {
  const dns = createDns({ servers: ['127.0.0.1:9'] });
  const outbound = createOutbound({ dns, userAgent: 'kith/test', allow: [parseNetwork('127.0.0.0/8')] });
  t.after(() => {
    outbound.close();
    dns.close();
  });
  return outbound;
}

export function deskAt(t: Parameters<typeof outboundFor>[0], url: string) {
  const addresses = { encyclopaediaUrl: url, wikidataUrl: url };
  return new ScriptWriters(new Encyclopaedia(addresses, outboundFor(t)));
}

const lake = [
  'Lake Testmere (Latin: Lacus Testus; pronounced /test/) is a glacial lake in the north of Examplia. It is 41 kilometres long and up to 310 metres deep.',
  'The lake was formed about 14,000 years ago, when the ice of the Testmere glacier melted and left a basin behind a moraine.',
  'Steamers have crossed the lake since 1887. In 1911 the steamer Aurora sank in a storm, and 37 people drowned. However, the wreck was found only in 2004 by divers of the navy.',
  'Pike, trout and a blind shrimp live in its water. The blind shrimp was described by Ada Fictional in 1932.',
];

export const articles = [
  { title: 'Lake Testmere', paragraphs: lake, item: 'Q11' },
  {
    title: 'Examplia',
    paragraphs: ['Examplia is a country in the far north that has two lakes and many hills.'],
    item: 'Q12',
  },
  {
    title: 'Samplia',
    paragraphs: ['Samplia is a country in the south that borders Examplia along a river.'],
    item: 'Q13',
  },
  {
    title: 'Testmere',
    paragraphs: ['Testmere may refer to a lake, a village or a hill.'],
    isDisambiguation: true,
  },
];

const entities = {
  Q12: entity('Q12', 'Examplia', {
    population: [
      [4_000_000, 2010],
      [5_000_000, 2021],
    ],
    area: 80_000,
  }),
  Q13: entity('Q13', 'Samplia', { population: [[1_250_000, 2020]], area: 20_000 }),
};

export async function wiki(t: Parameters<typeof serveHttp>[0]) {
  const counterpart = new WikiCounterpart(articles, entities);
  const { port } = await serveHttp(t, counterpart.handle);
  return { counterpart, writers: deskAt(t, `http://127.0.0.1:${port}`) };
}
