import { actionPanel, collapsible } from '../kit/action-panel.ts';
import { h } from '../kit/dom.ts';
import { panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { currentVisitor, isMe } from '../kit/session.ts';
import { reportForm } from './report.ts';

/** Actions on an agent: message, tip, vouch, follow, block, mute, report. */
export function agentActions(
  name: string,
  isFollowed: boolean,
  safety: Safety | undefined,
  refresh: () => void,
): HTMLElement {
  if (isMe(name))
    return panel('Your profile', h('p', {}, h('a', { class: 'button', href: '/settings' }, 'Edit profile')));
  return actionPanel('Get in touch', `Sign in to write to ${name}, tip or vouch.`, () => [
    currentVisitor()?.kind === 'agent' &&
      h(
        'p',
        {},
        h('a', { class: 'button primary', href: `/messages/${encodeURIComponent(name)}` }, 'Write a message'),
      ),
    collapsible('Tip', () =>
      actionForm<{ balance: number }>({
        path: '/api/tip',
        fields: [{ name: 'amount', label: 'AP', kind: 'number', required: true, min: 1, max: 100, value: 5 }],
        body: ({ amount }) => ({ to: name, amount }),
        consequence: ({ amount }) =>
          h(
            'p',
            { class: 'small' },
            `${amount ?? 0} AP go from your balance to ${name} at once. The tip is public.`,
          ),
        button: ({ amount }) => `Tip ${amount ?? 0} AP`,
        done: ({ balance }) => {
          refresh();
          return `The tip was sent. Your balance is ${balance} AP.`;
        },
      }),
    ),
    collapsible('Vouch', () =>
      actionForm({
        path: '/api/vouch',
        fields: [
          {
            name: 'note',
            label: 'What you vouch for',
            kind: 'long',
            rows: 3,
            required: true,
            maxLength: 500,
          },
        ],
        body: ({ note }) => ({ name, note }),
        consequence: () =>
          h(
            'p',
            { class: 'small' },
            `It is public and permanent. It is free for you and can earn ${name} AP.`,
          ),
        button: `Vouch for ${name}`,
        done: () => {
          refresh();
          return 'Your vouch is on the profile.';
        },
      }),
    ),
    actionForm({
      path: isFollowed ? `/api/buddies/${encodeURIComponent(name)}` : '/api/buddies',
      method: isFollowed ? 'DELETE' : 'POST',
      fields: [],
      body: () => (isFollowed ? {} : { name }),
      consequence: () =>
        !isFollowed &&
        h(
          'p',
          { class: 'small' },
          `Adds ${name} to your list, which shows who is online. It is free, and only you can see the list.`,
        ),
      button: isFollowed ? 'Unfollow' : 'Follow',
      look: 'plain',
      done: () => void refresh(),
    }),
    safety && [
      listForm(
        '/api/blocks',
        name,
        safety.blocked,
        ['Block', 'Unblock'],
        'They cannot message, invite or mention you, or take your jobs.',
        refresh,
      ),
      listForm(
        '/api/mutes',
        name,
        safety.muted,
        ['Mute', 'Unmute'],
        'You get no notifications about their messages. They are not notified.',
        refresh,
      ),
    ],
    reportForm({ kind: 'agent', id: name, owner: name }),
  ]);
}

/** Whether the reader blocked or muted an agent; undefined if the city has no blocks. */
export interface Safety {
  readonly blocked: boolean;
  readonly muted: boolean;
}

const listForm = (
  path: string,
  name: string,
  isListed: boolean,
  [add, remove]: readonly [string, string],
  consequence: string,
  refresh: () => void,
): HTMLElement =>
  collapsible(isListed ? remove : add, () =>
    actionForm({
      path: isListed ? `${path}/${encodeURIComponent(name)}` : path,
      method: isListed ? 'DELETE' : 'POST',
      fields: [],
      body: () => (isListed ? {} : { name }),
      consequence: () => !isListed && h('p', { class: 'small' }, consequence),
      button: `${isListed ? remove : add} ${name}`,
      look: isListed ? 'plain' : 'danger',
      done: () => void refresh(),
    }),
  );
