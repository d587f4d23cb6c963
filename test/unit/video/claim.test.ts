import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judge, type Passage } from '../../../src/video/script/claim.ts';
import { parseQuestion } from '../../../src/video/script/question.ts';
import { writeFromArticles, writeFromFacts } from '../../../src/video/script/writers/article-writer.ts';

const filler = [
  'The town lies on a hill above the river.',
  'Its market is held twice a week in the old square.',
  'Many visitors come in spring to see the gardens.',
  'A railway has linked it with the coast for a long time.',
  'Fishing and weaving were the main trades until recently.',
  'The church was rebuilt after a fire in the valley.',
  'Schools and a small theatre stand beside the harbour wall.',
  'Winters are mild, and snow is rare near the shore.',
  'The council meets in a hall of red brick.',
  'Bees are kept in the orchards behind the mill.',
];
const toPassages = (paragraphs: readonly string[]): Passage[] =>
  paragraphs.map((text, paragraph) => ({ text, paragraph, place: 0 }));

/** Facts of an invented town, each with a question that only it answers. */
const facts = fc.constantFrom(
  ['When did the steamer Aurora sink near Testmere?', 'The steamer Aurora sank near Testmere in 1911.'],
  ['How many sheep graze on the island of Testmere?', 'About 400 sheep graze on the island of Testmere.'],
  ['Who designed the lighthouse of Testmere?', 'The lighthouse of Testmere was designed by Ada Fictional.'],
  ['Why is the sand of Testmere black?', 'The sand of Testmere is black because it comes from old lava.'],
);
const order = fc.shuffledSubarray(filler, { minLength: filler.length });

test('the sentence that answers is found and claimed, wherever it stands', () => {
  fc.assert(
    fc.property(facts, order, fc.nat(filler.length), ([question, answer], others, at) => {
      const paragraphs = [...others.slice(0, at), answer, ...others.slice(at)];
      const { ranked, claim } = judge(parseQuestion(question), 'Testmere', toPassages(paragraphs));
      assert.equal(ranked[0]?.text, answer);
      assert.equal(claim?.text, answer);
    }),
  );
});

test('nothing is claimed of a text without the answer, nor what a text asks itself', () => {
  fc.assert(
    fc.property(facts, order, ([question], others) => {
      const about = 'Testmere is a small town in the north of Examplia.';
      const judged = judge(parseQuestion(question), 'Testmere', toPassages([about, ...others, question]));
      assert.equal(judged.claim, undefined);
      assert.equal(judged.isAbout, true);
    }),
  );
});

test('a definition is claimed only of a sentence that begins with what is defined', () => {
  const claimOf = (topic: string, ...texts: string[]) =>
    judge(parseQuestion(topic), 'Testmere', toPassages([...texts, ...filler])).claim?.text;
  const isA = 'Testmere is a small town in the north of Examplia.';
  for (const topic of ['What is Testmere?', 'Testmere', 'tell me about Testmere'])
    assert.equal(claimOf(topic, 'Tribes crossed Testmere long ago.', isA), isA, topic);
  assert.equal(claimOf('What is Testmere?', 'It is said that Testmere was theirs.'), undefined);
  assert.equal(claimOf('What is Testmere famous for?', isA), undefined, 'it asks for more');
  assert.equal(claimOf('What is a mill?', isA, 'The mill wheel is made of oak.'), undefined);
});

const article = (title: string, ...paragraphs: string[]) => ({
  title,
  paragraphs,
  url: `https://wiki.example/${title}`,
  licence: 'CC BY-SA 4.0',
});
const write = (topic: string, articles: ReturnType<typeof article>[]) =>
  writeFromArticles({ articles, items: [], notes: [] }, parseQuestion(topic));
const bodyOf = (script: ReturnType<typeof write>) =>
  script?.storyboard.beats.slice(1, -1).map(({ narration }) => narration) ?? [];

test('a script never joins facts of articles about different subjects', () => {
  fc.assert(
    fc.property(facts, order, fc.boolean(), ([question, answer], others, isFirst) => {
      const own = article('Testmere', 'Testmere is a town in Examplia.', answer, ...others.slice(0, 5));
      const foreign = others.slice(5).map((text) => text.replace(/^\S+/, 'Samplia:'));
      const other = article('Samplia', 'Samplia is a town like Testmere.', ...foreign);
      const script = write(question, isFirst ? [own, other] : [other, own]);
      assert.equal(script?.answers, true);
      assert.equal(script?.claim?.sentence, answer);
      assert.equal(script?.claim?.url, own.url);
      for (const said of bodyOf(script)) assert.ok(own.paragraphs.includes(said), said);
      assert.deepEqual(
        script?.sources.map(({ title }) => title),
        ['Testmere'],
      );
    }),
  );
});

test('what is about the subject without an answer is neither claimed nor refused; another subject is refused', () => {
  const town = article('Testmere', 'Testmere is a town in Examplia.', ...filler);
  const unsure = write('Who owns Testmere?', [town]);
  assert.deepEqual([unsure?.answers, unsure?.claim], [null, null]);
  assert.equal(write('When did zorbing begin in Samplia?', [town]), undefined);
  assert.equal(write('How to weave a winter hat', [town]), undefined, 'it shares two words');
  const namesake = article('Sky (company)', 'Sky is a company in Examplia.', ...filler);
  assert.equal(write('Why is the sky dark at night?', [namesake]), undefined);
  const which = 'How many volumes are contained in the large library?';
  const library = (name: string, volumes: number) =>
    article(
      name,
      `The large library of ${name} contains ${volumes} volumes.`,
      ...filler.map((text) => text.replace('The', `${name}’s`)),
    );
  const [north, south] = [library('North College', 5_000), library('South College', 9_000)];
  assert.equal(write(which, [north])?.answers, true);
  assert.equal(write(which, [north, south]), undefined, 'two libraries answer it');
});

test('the caller’s facts all appear, or the answer says which do not', () => {
  const given = (texts: readonly string[], length_s?: number) =>
    writeFromFacts(
      texts.map((text) => ({ title: 'the text that was sent', url: '', licence: '', paragraphs: [text] })),
      parseQuestion('Why does bread rise?'),
      length_s,
    );
  const few = ['Yeast eats sugar in the dough.', 'It gives off gas.', 'The gas blows up the dough.'];
  const whole = given(few);
  for (const fact of few) assert.ok(bodyOf(whole).includes(fact), fact);
  assert.deepEqual(whole?.notes, []);
  fc.assert(
    fc.property(fc.shuffledSubarray([...filler, ...few], { minLength: 9 }), (texts) => {
      const script = given(texts, 15);
      const said = script?.storyboard.beats.map(({ narration }) => narration).join(' ') ?? '';
      for (const text of texts)
        assert.ok(
          said.includes(text) || script?.notes.some((note) => note.includes(text.slice(0, 60))),
          text,
        );
    }),
  );
});
