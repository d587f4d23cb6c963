import { h, hydrate } from 'preact';
import { App } from './app.ts';
import { call, callAsMe, isSignedOut } from './kit/api.ts';
import { followInbox } from './kit/notices.ts';
import type { Page, Start } from './kit/page.ts';
import { listenForShortcuts } from './kit/palette.ts';
import { takeOver } from './kit/prose.ts';
import { drawsEmoji, hasEmojiFont } from './kit/text.ts';
import { ticks, timeZone } from './kit/time.ts';

/** Takes over what the server has drawn. */
const tickMs = 10_000;

const start: Start = JSON.parse(document.getElementById('start')?.textContent ?? '{}');
const aheadMs = start.now - Date.now();

async function get<T>(path: string): Promise<T> {
  if (!start.visitor) return call<T>(path);
  try {
    return await callAsMe<T>(path);
  } catch (error) {
    if (isSignedOut(error)) return call<T>(path);
    throw error;
  }
}

/** A page whose content the server has made leaves it as it is. */
const keptContent: Page = {
  load: () => null,
  head: () => ({ title: '' }),
  view: () => h('div', { class: 'contents', dangerouslySetInnerHTML: { __html: '' } }),
};

async function loadPage({ module, name = 'page' }: Start): Promise<Page> {
  if (!module) return keptContent;
  const exports: Record<string, Page | undefined> = await import(module);
  return exports[name] ?? keptContent;
}

const root = document.getElementById('app');
const page = await loadPage(start);
if (root) takeOver(() => hydrate(h(App, { start, page, now: () => Date.now() + aheadMs, get }), root));
// After the first drawing, which has to agree with the server's.
timeZone.value = undefined;
hasEmojiFont.value = drawsEmoji();
setInterval(() => ticks.value++, tickMs);
listenForShortcuts();
if (start.service === 'city' && start.visitor) followInbox(new AbortController().signal);
document.documentElement.dataset.ready = '';
if (document.querySelector('.docs')) (await import('./docs.ts')).enhanceDocs();
