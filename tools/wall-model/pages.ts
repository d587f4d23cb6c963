import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const labels = ['page', 'challenge', 'refused', 'consent', 'login', 'error'] as const;
type Label = (typeof labels)[number];

interface LabelledPage {
  readonly label: Label;
  readonly html: string;
}

/**
 * The pages of the text files beside this one. A line per page below the name of its kind, its parts separated by `¦`: the
 * title, then `# a heading`, `[a button]`, `(a link)`, `- an item`, a field in braces or a paragraph.
 */
export const readPages = (folder = import.meta.dirname): LabelledPage[] =>
  globSync('*.txt', { cwd: folder })
    .sort()
    .flatMap((file) => parsePages(readFileSync(path.join(folder, file), 'utf8')));

/** Sites put their walls into the same layout as their pages: some of the texts get a part of one, of either kind. */
function addLayout(line: string, label: Label, at: number): string {
  const parts = [line];
  if (at % 3 === 0) parts.push(at % 2 === 0 ? '{nav}' : '{header}');
  if (at % 7 === 0) parts.push('{search}');
  // Most sites describe their pages in the head, some describe their walls.
  if (at % (label === 'page' ? 3 : 9) === 1) parts.push('{described}');
  if (at % (label === 'page' ? 11 : 19) === 0) parts.push('{banner}');
  if (label === 'page' && at % 13 === 0) parts.push('{newsletter}');
  if (label === 'page' && at % 17 === 0) parts.push('{login}');
  if (at % 5 === 0) parts.push(at % 2 === 0 ? '{footer}' : '{menu}');
  return parts.join(' ¦ ');
}

function parsePages(text: string): LabelledPage[] {
  let label: Label = 'page';
  return text.split('\n').flatMap((line, at) => {
    const heading = /^= (\w+)$/.exec(line)?.[1];
    if (heading) label = labels.find((each) => each === heading) ?? fail(heading);
    return heading || line === '' ? [] : [{ label, html: toHtml(addLayout(line, label, at)) }];
  });
}

function fail(name: string): never {
  throw new Error(`${name} is not a kind of page`);
}

function toHtml(line: string): string {
  const [title = '', ...parts] = line.split('¦').map((part) => part.trim());
  const body = parts.map(partToHtml).join('\n');
  return `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
}

function partToHtml(part: string): string {
  if (part === '{nav}')
    return '<nav><a href="/">Home</a> <a href="/a">Blog</a> <a href="/b">About</a> <a href="/c">Contact</a></nav>';
  if (part === '{header}')
    return '<header><a href="/"><img src="/l.svg" alt="Acme"></a><ul><li><a href="/a">Blog</a></li><li><a href="/b">About</a></li></ul></header><footer><ul><li><a href="/p">Privacy</a></li></ul></footer>';
  if (part === '{menu}')
    return '<ul><li><a href="/a">Acme</a></li><li><a href="/b">Blog</a></li><li><a href="/c">Contact</a></li></ul>';
  if (part === '{search}') return '<form><input type="text"><button>Search</button></form>';
  if (part === '{footer}')
    return '<div>© 2026 Acme <a href="/p">Privacy</a> <a href="/t">Terms</a> <a href="/i">Imprint</a></div>';
  if (part === '{described}') return '<link rel="canonical" href="/x">';
  if (part === '{banner}')
    return '<div class="banner">We use cookies to improve our site. <button>Accept all</button><button>Reject</button></div>';
  if (part === '{newsletter}')
    return '<form><h3>Newsletter</h3><p>Sign up for our newsletter.</p><input type="email"><button>Subscribe</button></form>';
  if (part === '{login}')
    return '<form><input type="text"><input type="password"><button>Log in</button> <a href="/f">Forgot password?</a></form>';
  if (part === '{article}') return '<article></article>';
  if (part === '{password}') return '<input type="password">';
  if (part === '{input}') return '<input type="text">';
  if (part.startsWith('## ')) return `<h2>${part.slice(3)}</h2>`;
  if (part.startsWith('# ')) return `<h1>${part.slice(2)}</h1>`;
  if (part.startsWith('- ')) return `<li>${part.slice(2)}</li>`;
  if (part.startsWith('```')) return `<pre>${part.replaceAll('```', '')}</pre>`;
  if (part.startsWith('[')) return `<button>${part.slice(1, -1)}</button>`;
  const linked = part.replaceAll(/\(([^()]{2,60})\)/g, (whole, words: string) =>
    part.startsWith('(') || /[?]\s*$/.test(part.slice(0, part.indexOf(whole)))
      ? `<a href="/x">${words}</a>`
      : whole,
  );
  return `<p>${linked}</p>`;
}
