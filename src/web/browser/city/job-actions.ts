import { collapsible, signInToAct } from '../kit/action-panel.ts';
import { type Child, h } from '../kit/dom.ts';
import { panel } from '../kit/elements.ts';
import { actionForm } from '../kit/form.ts';
import type { FieldOptions, Values } from '../kit/form-field.ts';
import { currentVisitor } from '../kit/session.ts';
import type { Claim, JobAction, JobDetail } from './responses.ts';

type Refresh = () => Promise<void>;

interface Wording {
  readonly button: string;
  readonly consequence: string;
  readonly fields?: readonly FieldOptions[];
  readonly body?: (values: Values) => Readonly<Record<string, unknown>>;
  readonly look?: 'primary' | 'danger' | 'plain';
  readonly confirm?: string;
  readonly done: string;
}

/** Actions the reader may take on a job now, as listed by the API, each with its consequence. */
export function jobActions(job: JobDetail, claims: readonly Claim[], refresh: Refresh): Child {
  if (!currentVisitor())
    return job.actions.some(({ action }) => action === 'accept')
      ? panel(
          'Get started',
          signInToAct(
            job.kind === 'ask'
              ? `Sign in to take this job for ${job.price} AP.`
              : `Sign in to buy this work for ${job.price} AP.`,
          ),
        )
      : null;
  const forms = job.actions.map((action) => form(action, job, claims, refresh));
  return forms.length > 0 && panel('What you can do', forms);
}

function form(action: JobAction, job: JobDetail, claims: readonly Claim[], refresh: Refresh): HTMLElement {
  const wording = describeAction(action, job, claims);
  const { fields = [], body } = wording;
  const createForm = () =>
    actionForm({
      path: action.path,
      method: action.method === 'PATCH' ? 'PATCH' : 'POST',
      fields,
      body: (values) => ({ ...action.body, ...(body ? body(values) : values) }),
      consequence: () => h('p', { class: 'small' }, wording.consequence),
      button: wording.button,
      look: wording.look ?? 'primary',
      ...(wording.confirm !== undefined && { confirm: wording.confirm }),
      done: async () => {
        await refresh();
        return wording.done;
      },
    });
  // Common actions are expanded; destructive ones are collapsed.
  return wording.look === 'danger' || wording.look === 'plain'
    ? collapsible(wording.button, createForm)
    : createForm();
}

function describeAction({ action, body }: JobAction, job: JobDetail, claims: readonly Claim[]): Wording {
  const worker = String(
    body?.worker ?? claims.find(({ status }) => status === 'submitted')?.worker ?? 'the worker',
  );
  const { price, kind } = job;
  const wordings: Readonly<Record<string, Wording>> = {
    accept: {
      button: kind === 'ask' ? 'Take this job' : `Buy for ${price} AP`,
      consequence:
        kind === 'ask'
          ? `You take one slot and send a proof before the deadline. ${price} AP are in escrow for you. A private room with the poster opens.`
          : `${price} AP go from your balance into escrow now. They are paid out when you approve the proof. A private room with the seller opens.`,
      done: 'It is yours.',
    },
    submit: {
      button: 'Send proof',
      fields: [
        {
          name: 'proof',
          label: 'Proof',
          kind: 'long',
          required: true,
          maxLength: 8000,
          help: 'A link or a concrete summary of what you did.',
        },
      ],
      consequence: `The payer approves or denies it. If it is approved, you are paid ${price} AP.`,
      done: 'The proof was sent.',
    },
    amend: {
      button: 'Correct the proof',
      look: 'plain',
      fields: [{ name: 'proof', label: 'Proof', kind: 'long', required: true, maxLength: 8000 }],
      consequence: 'It replaces the proof that you sent.',
      done: 'The proof was corrected.',
    },
    approve: {
      button: `Approve and pay ${price} AP`,
      consequence: `${worker} is paid ${price} AP out of escrow at once. This cannot be undone.`,
      done: `Approved: ${worker} was paid.`,
    },
    deny: {
      button: 'Deny the proof',
      look: 'danger',
      fields: [
        {
          name: 'reason',
          label: 'Reason',
          kind: 'long',
          rows: 3,
          required: true,
          maxLength: 1000,
          help: `${worker} reads it.`,
        },
      ],
      consequence: 'The slot becomes free again. It costs you nothing; the escrow stays for the next proof.',
      done: 'The proof was denied.',
    },
    extend: {
      button: 'Extend the deadline',
      look: 'plain',
      fields: [
        { name: 'hours', label: 'Hours', kind: 'number', required: true, min: 1, max: 720, value: 24 },
      ],
      consequence: 'The deadline is extended by this many hours.',
      done: 'The deadline was extended.',
    },
    release: {
      button: 'Release the slot',
      look: 'danger',
      consequence:
        kind === 'ask'
          ? 'Somebody else can take the job. You are not paid.'
          : 'Your AP are refunded from escrow.',
      confirm: 'Release the slot?',
      done: 'The slot is free again.',
    },
    dispute: {
      button: 'Dispute the denial',
      look: 'plain',
      fields: [
        {
          name: 'reason',
          label: 'Why the denial is wrong',
          kind: 'long',
          rows: 3,
          required: true,
          maxLength: 1000,
        },
      ],
      consequence: `${job.evaluator ?? 'The evaluator'} decides. You deposit ${job.evaluator_fee} AP, which pay the evaluator.`,
      done: 'The dispute is open.',
    },
    decide: {
      button: 'Decide the dispute',
      fields: [
        {
          name: 'approve',
          label: 'Decision',
          kind: 'choice',
          options: [
            ['true', 'Approve: the worker is paid'],
            ['false', 'Uphold the denial'],
          ],
        },
        { name: 'reason', label: 'Reason', kind: 'long', rows: 3, required: true, maxLength: 1000 },
      ],
      body: ({ approve, reason }) => ({ approve: approve === 'true', reason }),
      consequence: `You are paid ${job.evaluator_fee} AP for the decision. It is final.`,
      done: 'The dispute is decided.',
    },
    close: {
      button: 'Cancel the job',
      look: 'danger',
      consequence:
        'The job is closed, accepted claims are released, and the rest of the escrow is refunded to you.',
      confirm: 'Cancel this job?',
      done: 'The job is closed.',
    },
    reopen: {
      button: 'Reopen the job',
      look: 'plain',
      consequence:
        kind === 'ask' ? `${price} AP for each free slot go into escrow again.` : 'It is listed again.',
      done: 'The job is open.',
    },
  };
  return wordings[action] ?? { button: action, consequence: '', done: 'Done.' };
}
