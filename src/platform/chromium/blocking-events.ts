import { unreadable } from '../decode.ts';
import type { DevTools, DevToolsEvent } from './devtools.ts';
import { decodeAuthRequired, decodeDialog, decodePaused } from './page-events.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

const pageSchemes = /^(?:https?|data|blob):/i;

/** Responds to browser events that block the page: paused requests, authentication, dialogs. */
export function handleBlockingEvents(
  devtools: DevTools,
  { method, params, session }: DevToolsEvent,
  credentials: Credentials,
): void {
  if (method === 'Fetch.requestPaused') {
    const paused = decodePaused(params);
    if (paused === unreadable) return;
    const { requestId } = paused;
    if (mayBeSent(paused.request.url, paused.resourceType))
      devtools.sendIgnoringErrors('Fetch.continueRequest', { requestId }, session);
    else
      devtools.sendIgnoringErrors(
        'Fetch.failRequest',
        { requestId, errorReason: 'BlockedByClient' },
        session,
      );
  } else if (method === 'Fetch.authRequired') {
    const required = decodeAuthRequired(params);
    if (required === unreadable) return;
    const authChallengeResponse =
      required.authChallenge.source === 'Proxy'
        ? { response: 'ProvideCredentials', ...credentials }
        : { response: 'CancelAuth' };
    const answer = { requestId: required.requestId, authChallengeResponse };
    devtools.sendIgnoringErrors('Fetch.continueWithAuth', answer, session);
  } else if (method === 'Page.javascriptDialogOpening') {
    const dialog = decodeDialog(params);
    const accept = dialog !== unreadable && dialog.type === 'beforeunload';
    devtools.sendIgnoringErrors('Page.handleJavaScriptDialog', { accept }, session);
  }
}

/** Audio and video add nothing to a page's text and make up most of its bytes. */
const mayBeSent = (url: string, resourceType: string): boolean =>
  pageSchemes.test(url) && resourceType !== 'Media';
