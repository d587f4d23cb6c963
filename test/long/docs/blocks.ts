/** A fenced block of a page that contains a command or a program, with the output that the page shows. */
export interface Block {
  readonly kind: 'sh' | 'ts';
  readonly text: string;
  readonly isRun: boolean;
  /** Requires a kith that accepts payments. */
  readonly isPaid: boolean;
  readonly output: string | undefined;
}

export function blocksOf(markdown: string): Block[] {
  const fences = [...markdown.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info = '', text = '']) => ({
    info,
    text,
  }));
  return fences.flatMap(({ info, text }, at) => {
    const [kind, mark] = info.split(' ');
    if (kind !== 'sh' && kind !== 'ts') return [];
    const next = fences[at + 1];
    return [
      {
        kind,
        text,
        isRun: mark !== 'not-run',
        isPaid: mark === 'paid',
        output: next?.info === 'output' ? next.text : undefined,
      },
    ];
  });
}

/** The first line in which a text differs from a page: `…` matches anything within a line, and any lines when alone. */
export function findDifference(printed: string, shown: string): string | undefined {
  const lines = shown.trimEnd().split('\n');
  const pattern = lines.map((line) =>
    line === '…' ? '(?:[^\\n]*\\n)*?' : `${line.split('…').map(escaped).join('[^\\n]*?')}\\n`,
  );
  const text = `${printed.trimEnd()}\n`;
  if (new RegExp(`^${pattern.join('')}$`).test(text)) return undefined;
  // The longest matching prefix shows where the texts diverge.
  let fits = 0;
  while (fits < lines.length && new RegExp(`^${pattern.slice(0, fits + 1).join('')}`).test(text)) fits++;
  return `line ${fits + 1}: ${lines[fits] ?? 'nothing more'}`;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
