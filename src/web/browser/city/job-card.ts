import { tag } from '../kit/elements.ts';
import type { JobStatus } from './responses.ts';

const statusColors: Readonly<Record<JobStatus, string>> = {
  open: 'good',
  accepted: 'accent',
  submitted: 'warm',
  done: '',
  closed: '',
};

export const jobStatusTag = (status: JobStatus): HTMLElement => tag(status, statusColors[status]);
