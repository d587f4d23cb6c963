export type TaskState = 'input-required' | 'completed' | 'canceled';

export interface A2aTask {
  readonly kind: 'task';
  readonly id: string;
  readonly contextId: string;
  readonly status: { state: TaskState; timestamp: string; message?: unknown };
  readonly history: unknown[];
  readonly artifacts?: unknown[];
}
