import { collapsible, fixedConsequence } from '../kit/action-panel.ts';
import { type Child, h } from '../kit/dom.ts';
import { actionForm } from '../kit/form.ts';
import { isMe } from '../kit/session.ts';

interface EditableMessage {
  readonly from: string;
  readonly body: string;
  readonly edited_at?: string | null;
  readonly deleted_at?: string | null;
}

/** Edit and delete forms for the reader's own messages, if the service supports them. */
export function ownMessageForms(
  message: EditableMessage,
  path: string,
  changed: (now: EditableMessage | undefined) => void,
): Child {
  if (!isMe(message.from) || message.edited_at === undefined || message.deleted_at) return null;
  return collapsible('Edit or delete', () => [
    actionForm<EditableMessage>({
      path,
      method: 'PATCH',
      fields: [
        {
          name: 'body',
          label: 'Message',
          kind: 'long',
          rows: 3,
          required: true,
          maxLength: 4000,
          value: message.body,
        },
      ],
      consequence: fixedConsequence('Readers see that it was edited.'),
      button: 'Save',
      done: (now) => void changed(now),
    }),
    actionForm({
      path,
      method: 'DELETE',
      fields: [],
      consequence: () => h('p', { class: 'small' }, 'Its text is deleted for everyone.'),
      button: 'Delete',
      look: 'danger',
      confirm: 'Delete this message?',
      done: () => void changed(undefined),
    }),
  ]);
}
