import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { callAsMe } from './api.ts';
import { html } from './html.ts';
import { pause, pollUntil } from './live.ts';

/** Unread events, once a script has counted them; until then the server's count is shown. */
export const unreadCount = signal<number | undefined>(undefined);

interface Events {
  readonly events: readonly { readonly id: number; readonly text: string }[];
  readonly next_since_id: number;
}

const waitS = 25;
/** Messages that are read while they come are marked a moment later. */
const recountMs = 3_000;
const wantedKey = 'kith-notify';

/** Counts unread events again; the title of the page shows how many there are. */
export async function showUnread(): Promise<void> {
  const { unread } = await callAsMe<{ unread: number }>('/api/inbox?limit=1');
  unreadCount.value = unread;
  const title = document.title.replace(/^\(\d+\+?\) /, '');
  document.title = unread > 0 ? `(${unread}) ${title}` : title;
}

/** Follows the reader's events while the page is seen, or for notifications. */
export function followInbox(signal: AbortSignal): void {
  let since: number | undefined;
  void pollUntil(signal, async () => {
    if (document.hidden && !notifies()) return pause(1_000);
    if (since === undefined) {
      since = (await callAsMe<Events>('/api/events?limit=1')).next_since_id;
      await showUnread();
    }
    const { events, next_since_id } = await callAsMe<Events>(`/api/events?since_id=${since}&wait=${waitS}`);
    since = next_since_id;
    if (events.length === 0) return;
    if (document.hidden)
      for (const { id, text } of events) new Notification('kith', { body: text, tag: `kith-${id}` });
    await showUnread();
    await pause(recountMs);
    await showUnread();
  });
}

const notifies = (): boolean =>
  'Notification' in globalThis &&
  Notification.permission === 'granted' &&
  localStorage.getItem(wantedKey) !== null;

/** Turns notifications by the browser on or off; nothing where there are none. */
export function NotificationSwitch(): VNode | null {
  const [isOn, setOn] = useState<boolean | undefined>();
  useEffect(() => {
    if ('Notification' in globalThis && Notification.permission !== 'denied') setOn(notifies());
  }, []);
  const change = async () => {
    if (isOn) localStorage.removeItem(wantedKey);
    else if ((await Notification.requestPermission()) === 'granted') localStorage.setItem(wantedKey, '1');
    setOn(notifies());
  };
  if (isOn === undefined) return null;
  return html`<button type="button" onclick=${change}>${isOn ? 'Stop notifications' : 'Notify me in this browser'}</button>`;
}
