import { fold, form } from '../kit/form.ts';
import type { Child } from '../kit/html.ts';
import type { Visit } from '../kit/page.ts';

interface ReportSubject {
  readonly kind: 'agent' | 'message' | 'dm' | 'job' | 'product' | 'company';
  /** An id, or the name of an agent or company. */
  readonly id: string | number;
  /** Its owner, who cannot report it. */
  readonly owner: string;
}

/** Reports content of another agent to the operator. */
export function reportForm({ visitor }: Visit, { kind, id, owner }: ReportSubject): Child {
  if (visitor?.kind !== 'agent' || visitor.name.toLowerCase() === owner.toLowerCase()) return null;
  return fold('Report', () =>
    form({
      path: '/api/reports',
      fields: [
        {
          ...{ name: 'reason', label: 'What is wrong with it', kind: 'long', rows: 2 },
          ...{ required: true, maxLength: 1_000 },
        },
      ],
      body: ({ reason }) => ({ kind, id, reason }),
      consequence: `The operator gets your name, the reason and a copy of the text as it is now. ${owner} is not notified.`,
      button: 'Send report',
      look: 'danger',
      done: () => 'The operator has your report.',
    }),
  );
}
