import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { storyboardErrors } from '../../../src/video/script/script.ts';
import { noPicture } from '../../../src/video/storyboard.ts';
import { WikiCounterpart } from '../../counterparts/mediawiki.ts';
import { serveHttp } from '../../counterparts/servers.ts';
import { storyboard } from '../../fixtures/video/storyboards.ts';
import { articles, deskAt, order, said, signal, wiki, wordsOf } from './script-sources.ts';
import { reefs } from './texts.ts';

test('topics outside the almanac are answered from the encyclopaedia, cited, with the subject in the first sentence', async (t) => {
  const { counterpart, writers } = await wiki(t);
  const script = await writers.write(order('When did the steamer Aurora sink on Lake Testmere?'), {}, signal);
  assert.deepEqual([script.by, script.answers, script.notes], ['encyclopaedia', true, []]);
  const [first] = script.storyboard.beats;
  assert.match(first?.narration ?? '', /Lake Testmere/);
  assert.match(said(script), /In 1911 the steamer Aurora sank in a storm/);
  assert.doesNotMatch(said(script), /Never said|alert|\[1\]|pronounced|may refer/);
  assert.deepEqual(script.sources[0], {
    title: 'Lake Testmere',
    url: `http://127.0.0.1:${/:(\d+)/.exec(script.sources[0]?.url ?? '')?.[1]}/wiki/Lake_Testmere`,
    licence: 'CC BY-SA 4.0',
  });
  assert.match(script.storyboard.description, /Lake Testmere, CC BY-SA 4\.0/);
  assert.deepEqual(storyboardErrors(script.storyboard), []);
  assert.ok(wordsOf(said(script)) <= 135);
  assert.ok(counterpart.asked.some((path) => path.startsWith('/w/rest.php/v1/search/page?q=')));
});

test('a short script gives the answer before anything else, and claims one only if it is said', async (t) => {
  const { writers } = await wiki(t);
  const answered: [string, RegExp][] = [
    ['How many metres deep is Lake Testmere?', /310 metres deep/],
    ['When did the steamer Aurora sink on Lake Testmere?', /In 1911 the steamer Aurora sank/],
    ['When was the wreck of the Aurora found in Lake Testmere?', /found only in 2004/],
    ['How many people drowned in Lake Testmere?', /37 people drowned/],
    ['Who described the blind shrimp of Lake Testmere?', /Ada Fictional/],
    ['Where is Lake Testmere?', /north of Examplia/],
    ['How was Lake Testmere formed?', /glacier melted and left a basin/],
    ['Why did Lake Testmere form?', /glacier melted and left a basin/],
    ['What is Lake Testmere?', /a glacial lake/],
    ['Examplia vs Samplia population', /5,000,000 inhabitants.*1,250,000 inhabitants/s],
  ];
  const unanswered = [
    'How cold is Lake Testmere?',
    'When did Lake Testmere freeze?',
    'Who owns Lake Testmere?',
  ];
  for (const length_s of [15, 30, 60, 90]) {
    for (const [topic, says] of answered) {
      const script = await writers.write(order(topic, { length_s }), {}, signal);
      assert.match(said(script), says, `${topic} ${length_s} s`);
      assert.notEqual(script.answers, false, `${topic} ${length_s} s`);
      const isRight = !script.claim || / vs /.test(topic) || says.test(script.claim.sentence);
      assert.ok(isRight, `${topic}: ${script.claim?.sentence}`);
      assert.ok(
        wordsOf(said(script)) <= length_s * 2.45 * 1.15 + 1,
        `${topic} ${length_s} s: ${said(script)}`,
      );
    }
    for (const topic of unanswered) {
      const script = await writers.write(order(topic, { length_s }), {}, signal);
      assert.equal(script.answers, null, `${topic} ${length_s} s: ${said(script)}`);
    }
  }
});

test('a script from an article gives what is asked first, and nothing without a word of the question', async (t) => {
  const paragraphs = [
    'Lake Fictmere is a lake in the hills of Examplia that people have fished in for a long time.',
    'The steamers of Fictmere were built in a yard at its northern end. They carried coal and guests in 1850.',
    'A chapel was consecrated in the year 1650 near the western shore. It burned down in 1702 after a lightning strike.',
    'In 1911 the steamer Borealis sank near Fictmere in a storm. Divers found the wreck of the Borealis in 2004.',
  ];
  const { handle } = new WikiCounterpart([{ title: 'Lake Fictmere', paragraphs }]);
  const { port } = await serveHttp(t, handle);
  const script = await deskAt(t, `http://127.0.0.1:${port}`).write(
    order('When did the steamer Borealis sink?'),
    {},
    signal,
  );
  assert.equal(script.answers, true);
  const [opening, first, ...others] = script.storyboard.beats.map(({ narration }) => narration);
  assert.match(opening ?? '', /Borealis/);
  assert.match(first ?? '', /In 1911 the steamer Borealis sank/);
  assert.ok(others.some((text) => /Divers found the wreck/.test(text)));
  assert.doesNotMatch(others.join(' '), /chapel|burned/);
});

test('the last card says no more than it has time for, and an article adds nothing beside a known answer', async (t) => {
  const long = 'Intergovernmental Fictmere Commission on Agricultural Harmonisation';
  const { handle } = new WikiCounterpart([
    { title: long, paragraphs: [`The ${long} was founded in 1911 and meets by the lake every year.`] },
    {
      title: 'Founding',
      paragraphs: ['A commission that was founded in 1911 has met for seven years on a ship.'],
    },
  ]);
  const { port } = await serveHttp(t, handle);
  const script = await deskAt(t, `http://127.0.0.1:${port}`).write(
    order(`When was the ${long} founded?`),
    {},
    signal,
  );
  assert.equal(script.answers, null, 'a text of one sentence is too little to be sure');
  assert.equal(script.storyboard.beats.at(-1)?.narration, 'Source: the encyclopaedia.');
  assert.equal(script.sources[0]?.title, long);
  assert.doesNotMatch(said(script), /on a ship/);
});

test('a photograph is shown with author and licence, and only where both allow it', async (t) => {
  const info = (more: object) => ({
    thumburl: '//upload.test/960px-Lake.jpg',
    url: '//upload.test/Lake.jpg',
    descriptionurl: 'https://commons.test/wiki/File:Lake.jpg',
    mime: 'image/jpeg',
    extmetadata: {
      LicenseShortName: { value: 'CC BY 4.0', source: 'commons-desc-page' },
      Artist: { value: '<a href="//commons.test/u">Ada &amp; Bo</a>', source: 'commons-desc-page' },
      ...more,
    },
  });
  const writeWithPhoto = async (photo: object) => {
    const [first, ...others] = articles;
    assert.ok(first);
    const lakes = [{ ...first, photo: { name: 'Lake.jpg', info: photo } }, ...others];
    const { port } = await serveHttp(t, new WikiCounterpart(lakes).handle);
    return deskAt(t, `http://127.0.0.1:${port}`).write(order('How deep is Lake Testmere?'), {}, signal);
  };
  const shown = await writeWithPhoto(info({}));
  assert.deepEqual(shown.sources.at(-1), {
    title: 'Photograph for “Lake Testmere” by Ada & Bo',
    url: 'https://commons.test/wiki/File:Lake.jpg',
    licence: 'CC BY 4.0',
    image: 'https://upload.test/960px-Lake.jpg',
  });
  assert.deepEqual(storyboardErrors(shown.storyboard), []);
  const credits = shown.storyboard.beats.flatMap(({ image, credit }) => (image === 0 ? [credit] : []));
  assert.deepEqual(credits, ['Photo: Ada & Bo, CC BY 4.0']);
  const unusable = [
    info({ NonFree: { value: 'true', source: 'x' } }),
    info({ LicenseShortName: { value: '', source: 'x' } }),
    info({ LicenseShortName: { value: 'CC BY-NC 4.0', source: 'x' } }),
    info({ Artist: { value: '', source: 'x' } }),
    { ...info({}), mime: 'image/svg+xml' },
    { thumburl: 7 },
  ];
  for (const photo of unusable) {
    const { sources, storyboard } = await writeWithPhoto(photo);
    assert.deepEqual(
      sources.filter(({ image }) => image),
      [],
      JSON.stringify(photo),
    );
    assert.ok(storyboard.beats.every(({ image }) => image === undefined));
  }
});

test('figures come from Wikidata with their year, and two of them become a chart', async (t) => {
  const { writers } = await wiki(t);
  const one = await writers.write(order('population of Examplia'), {}, signal);
  assert.match(said(one), /In 2021, Examplia had 5,000,000 inhabitants\./, 'the newest count');
  assert.equal(one.answers, true);
  const two = await writers.write(order('Examplia vs Samplia population'), {}, signal);
  assert.match(said(two), /5,000,000 inhabitants.*1,250,000 inhabitants.*about 4 times as many people/s);
  const bars = two.storyboard.beats.map(({ scene }) => scene).find((scene) => scene.kind === 'bars');
  assert.deepEqual(bars?.bars, [
    { label: 'Examplia', value: 5_000_000 },
    { label: 'Samplia', value: 1_250_000 },
  ]);
});

test('an encyclopaedia that is down or returns HTML, errors or nonsense is skipped, and the job says so', async (t) => {
  const answers: Record<string, (response: import('node:http').ServerResponse) => void> = {
    html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in</html>'),
    error: (response) => response.writeHead(503).end('busy'),
    empty: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"pages":7}'),
    array: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[null]'),
    cut: (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
      response.write('{"pages":');
      response.destroy();
    },
  };
  for (const [how, answer] of Object.entries(answers)) {
    const { port } = await serveHttp(t, (_request, response) => answer(response));
    const script = await deskAt(t, `http://127.0.0.1:${port}`).write(
      order('When did zorbing begin in Examplia?'),
      {},
      signal,
    );
    assert.deepEqual([script.by, script.answers], ['none', false], how);
    assert.match(script.notes[0] ?? '', /the encyclopaedia was not used/, how);
    assert.deepEqual(storyboardErrors(script.storyboard), [], how);
  }
  // A wiki that accepts the request and never responds: given up after eight seconds.
  const { port } = await serveHttp(t, () => {});
  const slow = await deskAt(t, `http://127.0.0.1:${port}`).write(
    order('When did zorbing begin in Examplia?'),
    {},
    signal,
  );
  assert.deepEqual([slow.by, slow.answers], ['none', false]);
  assert.match(slow.notes[0] ?? '', /the encyclopaedia was not used: .* did not answer/);
  const dead = await deskAt(t, 'http://127.0.0.1:9').write(
    order('When did zorbing begin in Examplia?'),
    {},
    signal,
  );
  assert.match(dead.notes[0] ?? '', /did not answer/);
});

test('without any other source the dictionary answers, and only where a word has one meaning', async (t) => {
  const writers = deskAt(t, 'http://127.0.0.1:9');
  const sure = await writers.write(order('serendipity'), {}, signal);
  assert.deepEqual([sure.by, sure.answers], ['dictionary', true]);
  assert.match(said(sure), /good luck in making unexpected and fortunate discoveries/);
  const unsure = await writers.write(order('What is a bank shot of a crane?'), {}, signal);
  assert.deepEqual([unsure.by, unsure.answers], ['none', false]);
  assert.match(said(unsure), /None of our sources answers this/);
});

test('the caller’s script is spoken exactly, a storyboard is used as given, facts are respected', async (t) => {
  const writers = deskAt(t, 'http://127.0.0.1:9');
  const script = 'Our shop opens at nine. We sell 40 kinds of tea! Will you come?';
  const exact = await writers.write(order('Our shop', { script }), {}, signal);
  assert.deepEqual([exact.by, exact.answers, said(exact)], ['caller', true, script]);
  const whole = await writers.write(order('Owls', { storyboard }), {}, signal);
  assert.deepEqual([whole.by, whole.storyboard], ['caller', storyboard]);
  const facts = [{ title: 'Reefs of today', url: 'https://example.org/reefs', text: reefs }];
  const withFacts = await writers.write(order('Why do corals bleach?', { facts }), {}, signal);
  assert.deepEqual(
    [withFacts.by, withFacts.answers, withFacts.sources[0]?.url],
    ['facts', null, 'https://example.org/reefs'],
  );
  assert.match(said(withFacts), /corals expel the algae/);
  assert.ok(!withFacts.storyboard.tags.some((tag) => /sent/.test(tag)));
});

test('any topic and words give a script that can be drawn', async (t) => {
  const writers = deskAt(t, 'http://127.0.0.1:9');
  const text = fc
    .string({ minLength: 1, unit: 'grapheme', maxLength: 500 })
    .filter((each) => /[\p{L}\p{N}]/u.test(each));
  await fc.assert(
    fc.asyncProperty(text, fc.option(text, { nil: undefined }), async (topic, script) => {
      const written = await writers.write(order(topic, { script }), {}, signal);
      assert.deepEqual(storyboardErrors(written.storyboard), [], `${topic} / ${script}`);
    }),
    { numRuns: 30 },
  );
});

test('the words in the address of a page that was not read are not its topic', async (t) => {
  const { writers } = await wiki(t);
  for (const topic of ['https://example.test/page', 'http://example.test/why-is-the-sky-blue']) {
    const script = await writers.write(order(topic), {}, signal);
    assert.deepEqual([script.by, script.answers], ['none', false], topic);
  }
});

test('a caller’s script is shown in its own language, with every mark, and no filler word as a picture', async (t) => {
  const { writers } = await wiki(t);
  const text = 'لماذا السماء زرقاء؟ جزيئات الهواء تشتت الضوء الأزرق. لذلك نراه في كل مكان.';
  const arabic = await writers.write(
    order('لماذا السماء زرقاء؟', { script: text, language: 'ar' }),
    {},
    signal,
  );
  assert.equal(arabic.storyboard.language, 'ar');
  const shown = arabic.storyboard.beats.flatMap(({ subject, scene }) =>
    scene.kind === 'quote' ? [scene.text] : scene.kind === 'picture' ? [subject, ...scene.pictures] : [],
  );
  assert.ok(shown.length > 0 && shown.every((each) => text.includes(each)), shown.join(' | '));
  const script = Array.from({ length: 9 }, (_, i) => `Sentence ${i} moves along instead of staying.`);
  const owls = await writers.write(order('Owls', { script: script.join(' ') }), {}, signal);
  const drawn = owls.storyboard.beats
    .filter(({ scene }) => scene.kind !== 'quote')
    .map((each) => each.subject)
    .filter((each) => each !== noPicture);
  assert.deepEqual([...new Set(drawn)], ['Owls'], 'nothing but the subject can be drawn');
  assert.ok(drawn.length <= 4, `the main picture is in ${drawn.length} scenes`);
  const asking = await writers.write(
    order('Owls', { script: 'Owls turn their heads. Why? Their eyes are tubes. They cannot move.' }),
    {},
    signal,
  );
  assert.equal(asking.storyboard.beats[1]?.on_screen, 'Why?');
  const unknown = await writers.write(order('Why do walruses have tusks?'), {}, signal);
  assert.equal(unknown.by, 'none');
  assert.match(unknown.storyboard.beats[0]?.subject ?? '', /^walruses$/i, 'not the mammoth of "tusks"');
});
