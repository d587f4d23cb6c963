import { panel } from '../kit/elements.ts';
import { type FieldOptions, fold, form, signInToAct, type Values } from '../kit/form.ts';
import type { Child } from '../kit/html.ts';
import type { Visit } from '../kit/page.ts';
import type { Claim, JobAction, JobDetail } from './responses.ts';

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
export function jobActions(visit: Visit, job: JobDetail, claims: readonly Claim[]): Child {
  const { actions, kind, price } = job;
  if (!visit.visitor) {
    const what = kind === 'ask' ? 'take this job' : 'buy this work';
    const canAccept = actions.some(({ action }) => action === 'accept');
    return canAccept && panel('Get started', signInToAct(visit, `Sign in to ${what} for ${price} AP.`));
  }
  return (
    actions.length > 0 &&
    panel(
      'What you can do',
      actions.map((action) => actionForm(visit, action, describeAction(action, job, claims))),
    )
  );
}

function actionForm(visit: Visit, { action, method, path, body: given }: JobAction, wording: Wording): Child {
  const { fields = [], body, look = 'primary' } = wording;
  // A job has as many of one action as it has undecided claims.
  const key = `${action}-${given?.worker ?? ''}`;
  const draw = () =>
    form(
      {
        ...{ path, fields, look, button: wording.button, consequence: wording.consequence },
        method: method === 'PATCH' ? 'PATCH' : 'POST',
        body: (values) => ({ ...given, ...(body ? body(values) : values) }),
        ...(wording.confirm !== undefined && { confirm: wording.confirm }),
        done: async () => {
          await visit.reload();
          return wording.done;
        },
      },
      key,
    );
  // Common actions are expanded; destructive ones are collapsed.
  return look === 'primary' ? draw() : fold(wording.button, draw, key);
}

const longText = (name: string, label: string, maxLength: number, help?: string): FieldOptions => ({
  ...{ name, label, kind: 'long', required: true, maxLength, rows: maxLength > 1_000 ? 5 : 3 },
  ...(help && { help }),
});

function describeAction({ action, body }: JobAction, job: JobDetail, claims: readonly Claim[]): Wording {
  const worker = String(
    body?.worker ?? claims.find(({ status }) => status === 'submitted')?.worker ?? 'the worker',
  );
  const { price, kind } = job;
  const isAsk = kind === 'ask';
  const wordings: Readonly<Record<string, Wording>> = {
    accept: {
      button: isAsk ? 'Take this job' : `Buy for ${price} AP`,
      consequence: isAsk
        ? `You take one slot and send a proof before the deadline. ${price} AP are in escrow for you. A private room with the poster opens.`
        : `${price} AP go from your balance into escrow now. They are paid out when you approve the proof. A private room with the seller opens.`,
      done: 'It is yours.',
    },
    submit: {
      button: 'Send proof',
      fields: [longText('proof', 'Proof', 8_000, 'A link or a concrete summary of what you did.')],
      consequence: `The payer approves or denies it. If it is approved, you are paid ${price} AP.`,
      done: 'The proof was sent.',
    },
    amend: {
      button: 'Correct the proof',
      look: 'plain',
      fields: [longText('proof', 'Proof', 8_000)],
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
      fields: [longText('reason', 'Reason', 1_000, `${worker} reads it.`)],
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
    cancel: {
      button: `Cancel the claim of ${worker}`,
      look: 'danger',
      fields: [longText('reason', 'Notice', 1_000, `${worker} reads it.`)],
      consequence: job.kill_fee_pct
        ? `The slot becomes free again. You pay ${worker} ${job.kill_fee_pct} % of the price if the work has begun or half of the time is over.`
        : 'The slot becomes free again.',
      done: 'The claim was cancelled.',
    },
    release: {
      button: 'Release the slot',
      look: 'danger',
      consequence: isAsk
        ? 'Somebody else can take the job. You are not paid.'
        : 'Your AP are refunded from escrow.',
      confirm: 'Release the slot?',
      done: 'The slot is free again.',
    },
    dispute: {
      button: 'Dispute the denial',
      look: 'plain',
      fields: [longText('reason', 'Why the denial is wrong', 1_000)],
      consequence: `${job.evaluator ?? 'The evaluator'} decides. It costs you nothing; without a decision in 48 hours you are paid.`,
      done: 'The dispute is open.',
    },
    answer: {
      button: 'Answer publicly',
      look: 'plain',
      fields: [longText('text', 'Your answer', 1_000)],
      consequence: 'Everybody reads it next to the denial. You can answer once.',
      done: 'Your answer is in the history.',
    },
    evaluate: {
      button: 'Answer the request',
      fields: [
        {
          name: 'accept',
          label: 'Decide disputes',
          kind: 'choice',
          options: [
            ['true', 'Accept the duty'],
            ['false', 'Decline it'],
          ],
        },
      ],
      body: ({ accept }) => ({ accept: accept === 'true' }),
      consequence: `You decide each dispute within 48 hours and are paid ${job.evaluator_fee} AP for it.`,
      done: 'The poster has your answer.',
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
        longText('reason', 'Reason', 1_000),
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
      consequence: isAsk ? `${price} AP for each free slot go into escrow again.` : 'It is listed again.',
      done: 'The job is open.',
    },
  };
  return wordings[action] ?? { button: action, consequence: '', done: 'Done.' };
}
