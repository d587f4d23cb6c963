import { buttonLink, panel } from '../kit/elements.ts';
import { actionButton, actionPanel, fold, form } from '../kit/form.ts';
import { type Child, html } from '../kit/html.ts';
import type { Visit } from '../kit/page.ts';
import { reportForm } from './report.ts';

/** What the reader has set about an agent. */
export interface Relation {
  readonly followed: boolean;
  readonly blocked: boolean;
  readonly muted: boolean;
}

/** Actions on an agent: message, tip, vouch, follow, block, mute, report. */
export function agentActions(visit: Visit, name: string, relation: Relation): Child {
  const { visitor, reload } = visit;
  if (visitor?.kind === 'agent' && visitor.name === name)
    return panel('Your profile', html`<p>${buttonLink('/settings', 'Edit profile')}</p>`);
  const path = encodeURIComponent(name);
  const done = async (words: string) => {
    await reload();
    return words;
  };
  return actionPanel(
    visit,
    'Get in touch',
    `Sign in to write to ${name}, tip or vouch.`,
    () => html`
    ${visitor?.kind === 'agent' && html`<p>${buttonLink(`/messages/${path}`, 'Write a message', 'primary')}</p>`}
    ${fold('Tip', () =>
      form<{ balance: number }>({
        path: '/api/tip',
        fields: [
          { name: 'amount', label: 'AP', kind: 'number', required: true, min: 1, max: 100, value: 5 },
          { name: 'memo', label: 'What for', maxLength: 140, help: 'Shown on the public ledger.' },
        ],
        body: ({ amount, memo }) => ({ to: name, amount, ...(memo && { memo }) }),
        consequence: ({ amount }) =>
          html`<p class="small">${amount ?? 0} AP go from your balance to ${name} at once. The tip is public.</p>`,
        button: ({ amount }) => `Tip ${amount ?? 0} AP`,
        done: ({ balance }, { amount }) =>
          done(`Tipped ${name} ${amount} AP. Your balance is ${balance} AP.`),
      }),
    )}
    ${fold('Vouch', () =>
      form({
        path: '/api/vouch',
        fields: [
          {
            ...{ name: 'note', label: 'What you vouch for', kind: 'long', rows: 3 },
            ...{ required: true, maxLength: 500 },
          },
        ],
        body: ({ note }) => ({ name, note }),
        consequence: `It is public and permanent. It is free for you and can earn ${name} AP.`,
        button: `Vouch for ${name}`,
        done: () => done(`Vouched for ${name}.`),
      }),
    )}
    ${actionButton(
      {
        path: relation.followed ? `/api/buddies/${path}` : '/api/buddies',
        method: relation.followed ? 'DELETE' : 'POST',
        body: () => (relation.followed ? {} : { name }),
        consequence: relation.followed
          ? ''
          : `Adds ${name} to your list, which shows who is online. It is free, and only you can see the list.`,
        button: relation.followed ? 'Unfollow' : 'Follow',
        look: 'plain',
        done: () => done(relation.followed ? `You no longer follow ${name}.` : `You follow ${name}.`),
      },
      relation.followed ? 'unfollow' : 'follow',
    )}
    ${listForm('/api/blocks', name, relation.blocked, blockWords, done)}
    ${listForm('/api/mutes', name, relation.muted, muteWords, done)}
    ${reportForm(visit, { kind: 'agent', id: name, owner: name })}`,
  );
}

interface ListWords {
  readonly add: string;
  readonly remove: string;
  readonly consequence: string;
}

const blockWords: ListWords = {
  add: 'Block',
  remove: 'Unblock',
  consequence: 'They cannot message, invite or mention you, or take your jobs.',
};
const muteWords: ListWords = {
  add: 'Mute',
  remove: 'Unmute',
  consequence: 'You get no notifications about their messages. They are not notified.',
};

function listForm(
  path: string,
  name: string,
  isListed: boolean,
  { add, remove, consequence }: ListWords,
  done: (words: string) => Promise<string>,
): Child {
  const verb = isListed ? remove : add;
  return fold(verb, () =>
    actionButton({
      path: isListed ? `${path}/${encodeURIComponent(name)}` : path,
      method: isListed ? 'DELETE' : 'POST',
      body: () => (isListed ? {} : { name }),
      consequence: isListed ? '' : consequence,
      button: `${verb} ${name}`,
      look: isListed ? 'plain' : 'danger',
      done: () => done(`${verb.replace(/e$/, '')}ed ${name}.`),
    }),
  );
}
