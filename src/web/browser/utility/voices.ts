import { fill, h } from '../kit/dom.ts';
import { panel } from '../kit/elements.ts';

const voices = [
  ['af_heart', 'Heart', 'an American woman, warm'],
  ['af_bella', 'Bella', 'an American woman, lively'],
  ['am_michael', 'Michael', 'an American man'],
  ['bm_george', 'George', 'a British man'],
] as const;

export const voiceOptions: readonly (readonly [string, string])[] = [
  ...voices.map(([id, name, sound]) => [id, `${name}: ${sound}`] as const),
  ['none', 'No voice: captions and music'],
];

/** The voices, each with a sample and a button that selects it. */
export function voicePanel(choose: (voice: string) => void): HTMLElement {
  const player = new Audio();
  const fault = h('p', { class: 'fault', role: 'alert' });
  let playing: HTMLButtonElement | undefined;
  const stopPlaying = () => {
    player.pause();
    if (playing) label(playing, 'Play sample');
    playing = undefined;
  };
  player.addEventListener('ended', stopPlaying);
  const play = async (id: string, button: HTMLButtonElement) => {
    const stops = playing === button;
    stopPlaying();
    fill(fault);
    if (stops) return;
    playing = button;
    label(button, 'Loading…');
    player.src = `/voices/${id}/sample.wav`;
    try {
      await player.play();
      if (playing === button) label(button, 'Stop');
    } catch {
      // Another sample was started meanwhile.
      if (playing !== button) return;
      stopPlaying();
      fill(fault, 'The sample could not be played. Try again in a moment.');
    }
  };
  return panel(
    'Voices',
    h(
      'ul',
      { class: 'list voices' },
      voices.map(([id, name, sound]) => {
        const button = h('button', {
          type: 'button',
          'aria-describedby': `voice-${id}`,
          onclick: () => void play(id, button),
        });
        label(button, 'Play sample');
        return h(
          'li',
          {},
          h('div', { id: `voice-${id}` }, h('strong', {}, name), h('p', { class: 'small' }, sound)),
          h(
            'div',
            { class: 'row' },
            button,
            h(
              'button',
              { type: 'button', 'aria-describedby': `voice-${id}`, onclick: () => choose(id) },
              'Choose',
            ),
          ),
        );
      }),
    ),
    fault,
  );
}

const label = (button: HTMLButtonElement, text: string): void => void fill(button, text);
