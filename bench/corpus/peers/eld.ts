import { eld } from 'eld/small';

export const languageByEld = (text: string): string | null => {
  const found = eld.detect(text);
  return found.isReliable() ? found.language : null;
};
