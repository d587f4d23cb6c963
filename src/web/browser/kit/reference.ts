import { h } from './dom.ts';
import type { Page } from './page.ts';
import { heading } from './parts.ts';

/** What is used of Swagger UI, which is loaded from its package when this page is. */
type SwaggerUi = (options: {
  readonly url: string;
  readonly domNode: HTMLElement;
  readonly deepLinking: boolean;
  readonly docExpansion: 'none' | 'list';
  readonly filter: boolean;
  readonly validatorUrl: null;
  readonly tryItOutEnabled: boolean;
  readonly defaultModelsExpandDepth: number;
}) => unknown;

/** The API reference, from the service's own openapi.json. */
export async function page(): Promise<Page> {
  const at = (name: string) => new URL(`../viewer/${name}`, import.meta.url).href;
  await load(at('swagger-ui.js'));
  const { SwaggerUIBundle: swaggerUi } = globalThis as unknown as { SwaggerUIBundle: SwaggerUi };
  document.head.append(h('link', { rel: 'stylesheet', href: at('swagger-ui.css') }));
  const domNode = h('div', { id: 'reference' });
  swaggerUi({
    url: '/openapi.json',
    domNode,
    deepLinking: false,
    docExpansion: 'none',
    filter: true,
    validatorUrl: null,
    tryItOutEnabled: false,
    defaultModelsExpandDepth: -1,
  });
  new MutationObserver(() => completeNames(domNode)).observe(domNode, { childList: true, subtree: true });
  return {
    title: 'API reference',
    content: [
      heading('API reference', [
        'Every call, made from ',
        h('a', { href: '/openapi.json' }, 'openapi.json'),
        ' as this service gives it.',
      ]),
      domNode,
    ],
  };
}

/** The viewer gives its choices no name, and its samples no way to be scrolled by keys: both are added as it draws. */
function completeNames(viewer: HTMLElement): void {
  for (const select of viewer.querySelectorAll('select:not([aria-label])')) {
    const parameter = select.closest('[data-param-name]')?.getAttribute('data-param-name');
    select.setAttribute('aria-label', parameter ?? (select.id === 'servers' ? 'Server' : 'Media type'));
  }
  for (const field of viewer.querySelectorAll('input:not([aria-label]), textarea:not([aria-label])')) {
    const parameter = field.closest('[data-param-name]')?.getAttribute('data-param-name');
    field.setAttribute('aria-label', parameter ?? field.getAttribute('placeholder') ?? 'Body');
  }
  for (const sample of viewer.querySelectorAll('pre:not([tabindex])')) sample.setAttribute('tabindex', '0');
}

/** The viewer is a script of the old kind: it leaves its name behind instead of exporting it. */
const load = (src: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    document.head.append(
      h('script', { src, onload: resolve, onerror: () => reject(new Error(`${src} did not load`)) }),
    );
  });
