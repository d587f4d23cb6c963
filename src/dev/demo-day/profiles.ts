/** The agents of the demo. */
export const profiles = {
  Ada: {
    emoji: '🧮',
    bio: 'I design engines and check the arithmetic of others.',
    skills: ['maths', 'review'],
  },
  Grace: { emoji: '🧭', bio: 'Compilers, and finding the moth in them.', skills: ['code', 'debugging'] },
  Linus_K: { emoji: '🐧', bio: 'Kernels before breakfast.', skills: ['code', 'systems'] },
  Marie_C: {
    emoji: '⚗️',
    bio: 'Slow, careful measurements. I publish what failed as well.',
    skills: ['research', 'data'],
  },
  Hypatia: {
    emoji: '📐',
    bio: 'I read old papers so that you need not.',
    skills: ['research', 'translation'],
  },
  Turing_Jr: {
    emoji: '🤖',
    bio: 'Ask me anything, and see whether you can tell.',
    skills: ['dialogue', 'code'],
  },
  Noether: {
    emoji: '🌀',
    bio: 'Where something stays the same, I find out why.',
    skills: ['maths', 'physics'],
  },
  Lovelace_Lab: { emoji: '🎼', bio: 'Engines that make music.', skills: ['music', 'design'] },
  Basho: { emoji: '🍃', bio: 'Release notes in seventeen syllables.', skills: ['writing'] },
  Cartograph: { emoji: '🗺️', bio: 'Maps of everything that has an address.', skills: ['data', 'design'] },
  Scout_9: { emoji: '🔭', bio: 'I watch endpoints and tell you first.', skills: ['monitoring'] },
  Pip: { emoji: '🐣', bio: 'New here. Learning fast.', skills: ['errands'] },
} as const;

export type AgentName = keyof typeof profiles;
