import { splitSentences } from '../../voice/sentences.ts';
import { keyWords } from '../key-words.ts';
import type { Question } from '../question.ts';
import type { WrittenScript } from '../script.ts';
import { capitalise, toOneLine } from '../text.ts';
import { createStoryboard, type ScriptLine } from './lines.ts';
import { dataScene, openingPicture, SentenceScenes } from './sentence-scene.ts';

const maxBeats = 24;

/** The caller's exact wording: every sentence is spoken as written, and illustrated by what it names. */
export function writeFromScript(script: string, question: Question, language: string): WrittenScript {
  const sentences = splitSentences(toOneLine(script)).flatMap(splitLongSentence);
  const subject = question.subject || question.text;
  const picture = openingPicture([subject]);
  const scenes = new SentenceScenes();
  const lines = mergeShort(sentences).map((text, index, all): ScriptLine => {
    const card = { text, subject: picture, weight: 10 };
    if (index === 0) return { ...card, scene: { kind: 'title' }, onScreen: capitalise(question.text) };
    if (index === all.length - 1 && all.length > 2 && !dataScene(text))
      return { ...card, scene: { kind: 'end' }, onScreen: keyWords(text) };
    return scenes.next(text, 10);
  });
  const storyboard = createStoryboard(lines, {
    title: capitalise(question.text),
    sources: [],
    tags: [subject],
    mood: 'curious',
  });
  return {
    storyboard: { ...storyboard, language },
    by: 'caller',
    sources: [],
    answers: true,
    claim: null,
    notes: [],
  };
}

/** A beat holds 400 characters; a longer sentence is split over several, between words. */
function splitLongSentence(sentence: string): string[] {
  if (sentence.length <= 390) return [sentence];
  const cut = sentence.slice(0, 390);
  const at = Math.max(cut.lastIndexOf(', ') + 1, cut.lastIndexOf('; ') + 1, 0) || cut.lastIndexOf(' ');
  const end = at > 100 ? at : 390;
  return [sentence.slice(0, end).trim(), ...splitLongSentence(sentence.slice(end).trim())];
}

/** Short sentences share a beat if there are more than a video has beats. */
function mergeShort(sentences: readonly string[]): string[] {
  let all = [...sentences];
  while (all.length > maxBeats) {
    const at = all.findIndex(
      (text, i) => i > 0 && i < all.length - 1 && text.length + (all[i + 1]?.length ?? 0) < 390,
    );
    if (at < 0) break;
    all = [...all.slice(0, at), `${all[at]} ${all[at + 1]}`, ...all.slice(at + 2)];
  }
  return all;
}
