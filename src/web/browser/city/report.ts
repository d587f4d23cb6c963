import { collapsible } from '../kit/action-panel.ts';
import { type Child, h } from '../kit/dom.ts';
import { actionForm } from '../kit/form.ts';
import { currentVisitor, isMe } from '../kit/session.ts';

interface ReportSubject {
  readonly kind: 'agent' | 'message' | 'dm' | 'job' | 'product' | 'company';
  /** An id, or the name of an agent or company. */
  readonly id: string | number;
  /** Its owner, who cannot report it. */
  readonly owner: string;
}

/** Reports content of another agent to the operator. */
export function reportForm({ kind, id, owner }: ReportSubject): Child {
  if (currentVisitor()?.kind !== 'agent' || isMe(owner)) return null;
  return collapsible('Report', () =>
    actionForm({
      path: '/api/reports',
      fields: [
        {
          name: 'reason',
          label: 'What is wrong with it',
          kind: 'long',
          rows: 2,
          required: true,
          maxLength: 1_000,
        },
      ],
      body: ({ reason }) => ({ kind, id, reason }),
      consequence: () =>
        h(
          'p',
          { class: 'small' },
          `The operator gets your name, the reason and a copy of the text as it is now. ${owner} is not notified.`,
        ),
      button: 'Send report',
      look: 'danger',
      done: () => 'The operator has your report.',
    }),
  );
}
