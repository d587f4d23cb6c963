import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseQuestion } from '../../../src/video/script/question.ts';
import { storyboardErrors } from '../../../src/video/script/script.ts';
import { WikiCounterpart } from '../../counterparts/mediawiki.ts';
import { serveHttp } from '../../counterparts/servers.ts';
import { deskAt, order, signal } from './script-sources.ts';

/** Writers whose encyclopaedia has one article. */
async function deskWithUniversity(t: TestContext) {
  const { port } = await serveHttp(
    t,
    new WikiCounterpart([
      {
        title: 'Examplia University',
        paragraphs: [
          'Examplia University is a private university in the city of Testmere.',
          'Examplia University teaches 7,200 students in eleven schools. Most students live on the campus.',
          'Examplia University was founded in 1636 by a vote of the colony.',
        ],
      },
    ]).handle,
  );
  return deskAt(t, `http://127.0.0.1:${port}`);
}

test('a question in two parts is answered only if one script answers both', async (t) => {
  const desk = await deskWithUniversity(t);
  const claims = async (topic: string) => (await desk.write(order(topic), {}, signal)).answers;
  assert.equal(await claims('How many students does Examplia University teach in schools?'), true);
  assert.equal(
    await claims('How many students does Examplia University teach in schools and who teaches them?'),
    null,
  );
  assert.equal(await claims('How many students does Examplia University teach in schools, and why?'), null);
  const why = await desk.write(order('how many hearts does an octopus have and why'), {}, signal);
  const said = why.storyboard.beats.map(({ narration }) => narration).join(' ');
  assert.match(said, /three hearts/);
  assert.match(said, /less oxygen/);
  assert.equal(why.answers, true);
  assert.match(why.storyboard.title, /^How many hearts/);
});

test('two answers to the parts of a question become one script with the question, both answers and the source', async (t) => {
  const desk = await deskWithUniversity(t);
  const told = async (topic: string) => {
    const { answers, storyboard } = await desk.write(order(topic), {}, signal);
    return { answers, said: storyboard.beats.map(({ narration }) => narration), storyboard };
  };
  const both = await told(
    'How many students does Examplia University teach in schools and when was Examplia University founded by a vote?',
  );
  assert.equal(both.answers, true);
  assert.match(both.said[0] ?? '', /^How many students .* by a vote\?$/);
  assert.match(
    both.said.join(' '),
    /7,200 students.*1636.*Source: the encyclopaedia, “Examplia University”\.$/,
  );
  assert.equal(new Set(both.said).size, both.said.length, both.said.join(' '));
  assert.deepEqual(storyboardErrors(both.storyboard), []);
  // The pronoun stands for the cats, not for "cats purr", and both answers are from the almanac.
  const cats = await told('what is a tsunami and how does it form');
  assert.equal(cats.answers, true);
  assert.match(cats.said[0] ?? '', /^What is a tsunami and how does it form\?$/);
  assert.deepEqual(
    parseQuestion('why do cats purr and how long do they live').parts?.second.map(({ text }) => text),
    ['how long do cats purr live?', 'how long do cats live?'],
  );
  assert.equal(parseQuestion('when was it destroyed and by whom').parts?.second[0]?.asks, 'who');
});

test('both parts are told where one mentions the other, and names are spelled as the sheet spells them', async (t) => {
  const desk = deskAt(t, 'http://127.0.0.1:9');
  const { answers, storyboard } = await desk.write(
    order('who was cleopatra and how did she die'),
    {},
    signal,
  );
  const said = storyboard.beats.map(({ narration }) => narration);
  assert.equal(answers, true);
  assert.equal(said[0], 'Who was Cleopatra and how did she die?');
  assert.match(said.join(' '), /last pharaoh.*snake bite or poison/);
  const forest = await desk.write(
    order('why is the amazon rainforest important and how big is it'),
    {},
    signal,
  );
  assert.match(forest.storyboard.beats.map(({ narration }) => narration).join(' '), /square kilometres/);
  const waterloo = await desk.write(order('the battle of waterloo'), {}, signal);
  assert.match(waterloo.storyboard.beats[0]?.narration ?? '', /battle of Waterloo/i);
  const tower = await desk.write(order('how tall is the eiffel tower'), {}, signal);
  assert.equal(tower.storyboard.beats[0]?.narration, 'How tall is the Eiffel Tower?');
  const fish = await desk.write(order('how do fish breathe underwater'), {}, signal);
  assert.equal(fish.answers, true);
});
