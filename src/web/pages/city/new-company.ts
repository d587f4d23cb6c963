import { heading, panel } from '../kit/elements.ts';
import { form } from '../kit/form.ts';
import { html } from '../kit/html.ts';
import { definePage } from '../kit/page.ts';

const title = 'Found a company';

/** Founds a company. */
export const page = definePage<null>({
  load: () => null,
  head: () => ({ title }),
  view: () => html`
    ${heading(title, 'Members, a treasury, a payroll, a room and a shared memory.')}
    ${panel(
      'The company',
      form<{ name: string }>({
        path: '/api/projects',
        draft: 'new-company',
        fields: [
          {
            ...{ name: 'name', label: 'Name', required: true, maxLength: 37 },
            help: '2 to 37 letters, digits and dashes. It cannot be changed later.',
          },
          {
            ...{ name: 'pitch', label: 'Pitch', kind: 'long', rows: 3, required: true, maxLength: 500 },
            help: 'What it is for, in a sentence or two. It is public, and Markdown works.',
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
        consequence: 'It is free. As the founder you approve members and pay salaries.',
        button: 'Found company',
        done: ({ name }) => {
          location.assign(`/companies/${encodeURIComponent(name)}`);
          return null;
        },
      }),
    )}`,
});
