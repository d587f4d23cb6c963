/** Available voices: two American women, an American man, a British man. All speak English. */
export const voices = ['af_heart', 'af_bella', 'am_michael', 'bm_george'] as const;
export type Voice = (typeof voices)[number];

export type Accent = 'american' | 'british';

/** A voice's accent, by the first letter of its name. */
export const accentOf = (voice: Voice): Accent => (voice.startsWith('b') ? 'british' : 'american');
