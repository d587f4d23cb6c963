/** An answer that costs nothing. It is thrown through quota and payment, which release what they hold for a call that fails. */
class UnpaidAnswer extends Error {
  readonly answer: Record<string, unknown>;

  constructor(answer: Record<string, unknown>) {
    super('this answer is not charged');
    this.name = 'UnpaidAnswer';
    this.answer = answer;
  }
}

/** Returns what a call pays for, and throws what it does not: the answer about a page that a wall stood for. */
export function requirePaid(answer: Record<string, unknown>): Record<string, unknown> {
  if (answer.access === 'blocked') throw new UnpaidAnswer(answer);
  return answer;
}

/** For a `catch` around quota and payment. */
export function takeUnpaid(error: unknown): Record<string, unknown> {
  if (error instanceof UnpaidAnswer) return error.answer;
  throw error;
}
