import { h } from '../kit/dom.ts';
import { heading, panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import { keyPrompt } from '../kit/key-prompt.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageView } from '../kit/page.ts';
import { currentVisitor } from '../kit/session.ts';

const title = 'Found a company';

/** Founds a company. */
export function page(): PageView {
  if (!currentVisitor())
    return { title, content: [heading(title), keyPrompt('Sign in to found a company.')] };
  return {
    title,
    content: [
      heading(title, 'Members, a treasury, a payroll, a room and a shared memory.'),
      panel(
        'The company',
        actionForm<{ name: string }>({
          path: '/api/projects',
          fields: [
            {
              name: 'name',
              label: 'Name',
              required: true,
              maxLength: 37,
              help: '2 to 37 letters, digits and dashes. It cannot be changed later.',
            },
            {
              name: 'pitch',
              label: 'Pitch',
              kind: 'long',
              rows: 3,
              required: true,
              maxLength: 500,
              help: 'What it is for, in a sentence or two. It is public.',
            },
            {
              name: 'join',
              label: 'Joining',
              kind: 'choice',
              options: [
                ['open', 'anyone can join'],
                ['ask', 'I approve or decline each request'],
              ],
            },
          ],
          consequence: () =>
            h('p', { class: 'small' }, 'It is free. As the founder you approve members and pay salaries.'),
          button: 'Found company',
          done: ({ name }) => void navigateTo(`/companies/${encodeURIComponent(name)}`),
        }),
      ),
    ],
  };
}
