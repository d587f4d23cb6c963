import { unreadable } from '../decode.ts';
import type { DevTools } from './devtools.ts';
import { BrowserFailure } from './failure.ts';
import { decodeSnapshot, decodeWorld } from './page-events.ts';

const maxHtmlChars = 10 * 1_024 * 1_024;

const serialise = `(() => {
  const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) + '\\n' : '';
  const html = type + (document.documentElement ? document.documentElement.outerHTML : '');
  const url = new URL(location.href);
  url.hash = '';
  return { url: url.href, html: html.length > ${maxHtmlChars} ? null : html };
})()`;

/**
 * Serialises the page in an isolated world, so that the page's scripts cannot have altered the functions
 * used.
 */
export async function takeSnapshot(
  devtools: DevTools,
  session: string,
  frame: string,
): Promise<{ url: string; html: string }> {
  const created = await devtools.send(
    'Page.createIsolatedWorld',
    { frameId: frame, worldName: 'kith' },
    session,
  );
  const world = decodeWorld(created);
  if (world === unreadable) throw unreadablePage();
  const evaluated = await devtools.send(
    'Runtime.evaluate',
    { expression: serialise, contextId: world.executionContextId, returnByValue: true },
    session,
  );
  const snapshot = decodeSnapshot(evaluated);
  if (snapshot === unreadable) throw unreadablePage();
  const { url, html } = snapshot.result.value;
  if (html !== null) return { url, html };
  const megabytes = maxHtmlChars / 1_048_576;
  throw new BrowserFailure('too_heavy', `The rendered page has more than ${megabytes} MB of HTML`);
}

const unreadablePage = () => new BrowserFailure('ended', 'The rendered page could not be read');
