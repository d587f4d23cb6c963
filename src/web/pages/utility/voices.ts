import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { html } from '../kit/html.ts';

const voices = [
  ['af_heart', 'Heart', 'an American woman, warm'],
  ['af_bella', 'Bella', 'an American woman, lively'],
  ['am_michael', 'Michael', 'an American man'],
  ['bm_george', 'George', 'a British man'],
] as const;

export const voiceOptions: readonly (readonly [string, string])[] = [
  ...voices.map(([id, name, sound]) => [id, `${name}: ${sound}`] as const),
  ['', 'No voice: captions and music'],
];

/** The voices, each with a sample and a button that selects it. */
export function Voices({ choose }: { choose: (voice: string) => void }): VNode {
  const player = useRef<HTMLAudioElement | undefined>(undefined);
  const wanted = useRef('');
  const [playing, setPlaying] = useState({ id: '', isLoading: false });
  const [fault, setFault] = useState('');
  const stop = () => {
    wanted.current = '';
    player.current?.pause();
    setPlaying({ id: '', isLoading: false });
  };
  useEffect(() => stop, []);
  const play = async (id: string) => {
    setFault('');
    if (playing.id === id) return stop();
    player.current?.pause();
    const audio = new Audio(`/voices/${id}/sample.wav`);
    audio.onended = stop;
    player.current = audio;
    wanted.current = id;
    setPlaying({ id, isLoading: true });
    try {
      await audio.play();
      if (wanted.current === id) setPlaying({ id, isLoading: false });
    } catch {
      // Another sample was started meanwhile.
      if (wanted.current !== id) return;
      stop();
      setFault('The sample could not be played. Try again in a moment.');
    }
  };
  const label = (id: string) => (playing.id !== id ? 'Play sample' : playing.isLoading ? 'Loading…' : 'Stop');
  return html`
    <ul class="list voices">
      ${voices.map(
        ([id, name, sound]) => html`
        <li key=${id}>
          <div id=${`voice-${id}`}><strong>${name}</strong><p class="small">${sound}</p></div>
          <div class="row scripted">
            <button type="button" aria-describedby=${`voice-${id}`} onclick=${() => void play(id)}>${label(id)}</button>
            <button type="button" aria-describedby=${`voice-${id}`} onclick=${() => choose(id)}>Choose</button>
          </div>
        </li>`,
      )}
    </ul>
    <p class="fault" role="alert">${fault}</p>`;
}
