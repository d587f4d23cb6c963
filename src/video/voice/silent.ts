import type { VoiceEngine } from './narrate.ts';
import { isUnspaced } from './unspaced.ts';

const sampleRate = 24_000;
const lettersPerSecond = 15;
const restAtMark_s = 0.3;

/** A Chinese or Japanese character takes as long to read as two letters or more. */
const lengthOf = (word: string): number => (isUnspaced(word) ? word.length * 2.2 : word.length + 1);

/** A narration without sound: the words are timed as if spoken, for captions and cuts. */
export const silentVoice: VoiceEngine = {
  engine: 'none',
  async speak(words) {
    let at = 0;
    const times = words.map(({ spoken, pause }) => {
      const start = at;
      const letters = spoken.reduce((sum, word) => sum + lengthOf(word), 0);
      const end = start + letters / lettersPerSecond;
      at = end + (pause === '' ? 0 : restAtMark_s);
      return { start, end };
    });
    return { sampleRate, samples: new Float32Array(Math.ceil(at * sampleRate)), words: times };
  },
};
