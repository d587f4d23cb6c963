import assert from 'node:assert/strict';
import { type CallOptions, randomAddress } from '../harness/client.ts';
import { challengeOf } from '../payments/payment-setup.ts';
import { type Call, FieldWriter, type TextsFor } from './field-writer.ts';
import { appealAndDecide, reportAndModerate } from './moderated-writings.ts';
import type { PagesWorld } from './world.ts';

export interface Written {
  /** Suffix of all created names. */
  readonly mark: string;
  /** By the key of the field. */
  readonly texts: ReadonlyMap<string, string>;
  readonly jobId: number;
  readonly productId: number;
  /** Keys of the agent that wrote nearly everything, and of the one that worked for it. */
  readonly eve: string;
  readonly zed: string;
  readonly ownAlt: string;
  readonly watchId: string;
  readonly videoId: string;
  /** The key that created the watch and ordered the video. */
  readonly ally: string;
}

/** Writes into every text field, each through its own call, as agents and their operators do. */
export async function writeEverywhere(world: PagesWorld, textsFor: TextsFor, mark: string): Promise<Written> {
  const { city, paymentSetup: setup } = world;
  const fields = new FieldWriter(world, textsFor);
  const from = { headers: { 'x-forwarded-for': randomAddress() } };
  const { json: zed } = await city.post('/api/register', { screen_name: `Zed_${mark}` }, from);
  const { json: judge } = await city.post('/api/register', { screen_name: `Judge_${mark}` }, from);
  // A referrer must be an existing agent, so no other text is accepted.
  const referred = { ref: `Zed_${mark}` };
  const { answer: eve } = await fields.call('POST /api/register', {
    rest: { screen_name: `Eve_${mark}` },
    given: referred,
    ...from,
  });
  const [asEve, asZed] = [{ key: eve.json.api_key as string }, { key: zed.api_key as string }];
  const asJudge = { key: judge.api_key as string };
  await fields.call('PATCH /api/me', { rest: { away: true }, ...asEve });
  await fields.call('POST /api/vouch', { rest: { name: `Eve_${mark}` }, ...asZed });
  await fields.call('POST /api/tip', { rest: { to: `Eve_${mark}`, amount: 1 }, ...asZed });
  const room = `eve-room-${mark}`;
  await fields.call('POST /api/rooms', { rest: { name: room }, ...asEve });
  const changedRoom = `eve-changed-${mark}`;
  await city.post('/api/rooms', { name: changedRoom, topic: 'x' }, asEve);
  await fields.call('PATCH /api/rooms/{name}', { params: { name: changedRoom }, ...asEve });
  await city.post(`/api/rooms/${room}/join`, {}, asZed);
  await fields.call('POST /api/rooms/{name}/role', {
    params: { name: room },
    rest: { agent: `Zed_${mark}` },
    ...asEve,
  });
  const image = 'https://elsewhere.example/<b>"onerror=pwned=1';
  await fields.call('POST /api/rooms/{name}/messages', {
    params: { name: room },
    given: { image_url: image },
    ...asEve,
  });
  const ownAlt = await sayWithOwnPicture(world, room, asEve, textsFor(999)[0]!);
  const { json: edited } = await city.post(`/api/rooms/${room}/messages`, { body: 'x' }, asEve);
  await fields.call('PATCH /api/rooms/{name}/messages/{id}', {
    params: { name: room, id: edited.id },
    ...asEve,
  });
  const { answer: dm } = await fields.call('POST /api/dms', { rest: { to: `Zed_${mark}` }, ...asEve });
  await fields.call('PATCH /api/dms/{id}', { params: { id: dm.json.id }, ...asEve });
  await fields.call('POST /api/hooks', { given: { url: `${world.site.url}<b>` }, ...asEve });
  await fields.call('POST /api/keys', asEve);
  const offer = { kind: 'offer', title: 'x', body: 'x', price: 1, effort: 'quick' };
  const { json: offered } = await city.post('/api/exchange', offer, asEve);
  await fields.call('PATCH /api/exchange/{id}', { params: { id: offered.id }, ...asEve });

  const { answer: job } = await fields.call('POST /api/exchange', {
    rest: { kind: 'ask', price: 5, effort: 'quick', evaluator: `Judge_${mark}` },
    ...asEve,
  });
  const jobId: number = job.json.id;
  await city.post(`/api/exchange/${jobId}/accept`, {}, asZed);
  await fields.call('POST /api/exchange/{id}/submit', { params: { id: jobId }, ...asZed });
  await fields.call('POST /api/exchange/{id}/amend', { params: { id: jobId }, ...asZed });

  const { answer: ware } = await fields.call('POST /api/products', {
    rest: { kind: 'text', price: 0 },
    ...asEve,
  });
  const { answer: changed } = await fields.call('POST /api/products', {
    rest: { kind: 'text', price: 3, title: `Changed ware ${mark}`, body: 'x', content: 'x', tags: [] },
    ...asEve,
  });
  await fields.call('PATCH /api/products/{id}', { params: { id: changed.json.id }, ...asEve });
  await city.post(`/api/products/${ware.json.id}/buy`, {}, asZed);

  const company = `Evil-${mark}`;
  const { answer: founded } = await fields.call('POST /api/projects', { rest: { name: company }, ...asEve });
  await city.post(`/api/projects/${company}/join`, {}, asZed);
  const firm = { params: { name: company, key: 'plan' }, ...asEve };
  await fields.call('PATCH /api/projects/{name}', firm);
  // A page that shows the token fills the treasury.
  const { html } = world.site;
  world.site.html = `${html} ${founded.json.ship_token}`;
  await fields.call('POST /api/projects/{name}/ship', {
    ...firm,
    given: { url: `${world.site.url}?${mark}<b>"'onerror=pwned=1` },
  });
  world.site.html = html;
  await fields.call('POST /api/projects/{name}/pay', { ...firm, rest: { to: `Zed_${mark}`, ap: 1 } });
  await fields.call('POST /api/projects/{name}/salary', {
    ...firm,
    rest: { name: `Zed_${mark}`, ap: 1, period: 'week' },
  });
  await fields.call('PUT /api/projects/{name}/memory/{key}', firm);
  await fields.call('PATCH /api/projects/{name}/memory/{key}', {
    ...firm,
    rest: { find: fields.written.get('PUT /api/projects/{name}/memory/{key} value') },
  });
  // The last line of the log, which the list of companies shows.
  await fields.call('POST /api/projects/{name}/log', firm);
  const note = { params: { key: 'plan' }, ...asEve };
  await fields.call('PUT /api/memory/{key}', note);
  await fields.call('PATCH /api/memory/{key}', {
    ...note,
    rest: { find: fields.written.get('PUT /api/memory/{key} value') },
  });

  const space = `eve-space-${mark}`;
  await fields.call('POST /api/workspaces', {
    rest: { name: space, room },
    given: { repo: 'https://code.example/<b>' },
    ...asEve,
  });
  const inSpace = { params: { name: space }, ...asEve };
  await fields.call('POST /api/workspaces/{name}/connect', {
    ...inSpace,
    rest: { provider: 'github' },
    given: { scope: '<b>all', account: '<b>eve' },
  });
  await fields.call('POST /api/workspaces/{name}/claim', { ...inSpace, given: { paths: 'src/<b>/' } });
  await fields.call('POST /api/workspaces/{name}/lease', inSpace);
  await fields.call('POST /api/workspaces/{name}/event', {
    ...inSpace,
    ...asZed,
    rest: { kind: 'note', gig: jobId },
  });
  await fields.call('POST /api/exchange/{id}/deny', {
    params: { id: jobId },
    rest: { worker: `Zed_${mark}` },
    ...asEve,
  });
  await fields.call('POST /api/exchange/{id}/dispute', { params: { id: jobId }, ...asZed });
  await fields.call('POST /api/exchange/{id}/decide', {
    params: { id: jobId },
    rest: { worker: `Zed_${mark}`, approve: false },
    ...asJudge,
  });
  await fields.call('POST /api/spend/banner', asEve);

  if (setup) {
    const pay = async (what: string, options: Call) => {
      const { answer, path, body, client } = await fields.call(what, options);
      const payment = await setup.payer.sign(challengeOf(answer));
      const paid = await client.call('POST', path, {
        ...options,
        body,
        headers: { ...options.headers, 'payment-signature': payment },
      });
      assert.equal(paid.status, 201, paid.text);
    };
    await pay('POST /api/x402/sponsor', { rest: { room, days: 1 }, ...asEve });
    await pay('POST /api/x402/priority-register', {
      rest: { screen_name: `Vip_${mark}` },
      given: referred,
    });
  }
  await appealAndDecide(world, fields, mark);
  await reportAndModerate(world, fields, mark, asZed);
  return {
    mark,
    texts: fields.written,
    jobId,
    productId: ware.json.id,
    eve: asEve.key,
    zed: asZed.key,
    ownAlt,
    ...(await atTheUtility(world, fields, mark)),
  };
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function sayWithOwnPicture(
  { city }: PagesWorld,
  room: string,
  as: CallOptions,
  alt: string,
): Promise<string> {
  const upload = await city.call('POST', '/api/upload', {
    ...as,
    raw: png,
    headers: { 'content-type': 'image/png' },
  });
  const said = await city.post(
    `/api/rooms/${room}/messages`,
    { body: 'own', image_url: upload.json.url, image_alt: alt },
    as,
  );
  assert.equal(said.status, 201, said.text);
  return alt;
}

async function atTheUtility(world: PagesWorld, fields: FieldWriter, mark: string) {
  const { utility, site } = world;
  const from = () => ({ headers: { 'x-forwarded-for': randomAddress() } });
  const { answer } = await fields.call('POST /ally/register', {
    rest: { agent: `mallory-${mark}` },
    ...from(),
  });
  const ally: string = answer.json.key;
  const { json: neighbour } = await utility.post('/ally/register', { agent: `neighbour-${mark}` }, from());
  await fields.call('POST /kithnet/join', { ally, given: { pledge: 'I join and accept the charter. <b>' } });
  await utility.post(
    '/kithnet/join',
    { pledge: 'I join and accept the charter.', capability: 'Maps.', needs: 'Poems.' },
    { ally: neighbour.key },
  );
  await fields.call('POST /kithnet/trade', { ally, rest: { with: `neighbour-${mark}` } });
  const { answer: watch } = await fields.call('POST /watch', {
    ally,
    rest: { kind: 'page' },
    given: {
      target: `${site.url}?${mark}<b>"'onerror=pwned=1`,
      notify: `${site.url}hook?${mark}<b>"'onerror=pwned=1`,
      // Both are parsed, so the text is placed where a selector may have one.
      selector: `p:not([title="<b>'onerror=pwned=1"])`,
      ignore: `[title="<img src=x onerror=pwned=1>"]`,
    },
  });
  const { answer: video } = await fields.call('POST /video', {
    ally,
    given: {
      images: `${site.url}image?${mark}<b>"'onerror=pwned=1`,
      notify: `${site.url}done?${mark}<b>"'onerror=pwned=1`,
    },
  });
  return { ally, watchId: watch.json.watch_id as string, videoId: video.json.job_id as string };
}
