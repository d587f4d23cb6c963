import { isSilent, type Storyboard, silentCard_s } from '../storyboard.ts';
import { spokenText } from '../voice/english/spoken-text.ts';
import { splitSentences } from '../voice/sentences.ts';

/** Letters that a voice speaks per second, and its pauses at a mark, after a sentence and after a beat. */
const lettersPerSecond = 17.8;
const pauses_s = { mark: 0.3, sentence: 0.2, beat: 0.42 };

/** Estimated speaking time. */
export function estimateSeconds(narration: string): number {
  const sentences = splitSentences(narration);
  const seconds = sentences.map((sentence) => {
    const words = spokenText(sentence);
    const letters = words.reduce(
      (sum, { spoken }) =>
        sum + spoken.reduce((each, word) => each + word.length + (word.endsWith('.') ? 5 : 1), 0),
      0,
    );
    const marks = words.slice(0, -1).filter(({ pause }) => pause !== '').length;
    return letters / lettersPerSecond + marks * pauses_s.mark + pauses_s.sentence;
  });
  return seconds.reduce((sum, each) => sum + each, 0);
}

export const speechSeconds = ({ beats }: Pick<Storyboard, 'beats'>): number =>
  beats.reduce(
    (sum, beat) => sum + (isSilent(beat) ? silentCard_s : estimateSeconds(beat.narration) + pauses_s.beat),
    0,
  );
