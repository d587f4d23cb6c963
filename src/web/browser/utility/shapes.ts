/** Response fields of the utility API that these pages use. */
export interface Skill {
  readonly path: string;
  readonly price_usd: number;
  readonly does: string;
  readonly params: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly description: string;
    readonly example: unknown;
  }[];
  readonly example: string;
}

export interface Account {
  readonly kind: 'ally' | 'agent';
  readonly agent: string;
  readonly quota: {
    readonly free_calls_per_day: number;
    readonly free_calls_left: number;
    readonly free_videos: number;
  };
}

export interface Watch {
  readonly watch_id: string;
  readonly kind: string;
  readonly target: string;
  readonly notify: string | null;
  /** For a page: the included and excluded parts, and the condition of a notification. */
  readonly options?: {
    readonly selector?: string;
    readonly ignore?: readonly string[];
    readonly condition?: { readonly text?: string; readonly above?: number; readonly below?: number };
  };
  readonly status: 'active' | 'paused' | 'failing';
  readonly last_error?: string | null;
  readonly baseline: unknown;
  readonly current: unknown;
  readonly last_checked_at: string | null;
  readonly next_check_at: string | null;
  readonly checks: number;
  readonly changes?: readonly Change[];
  readonly deliveries?: readonly Delivery[];
}

export interface Delivery {
  readonly type: string;
  readonly change: number | null;
  readonly webhook_id: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly last_at: string | null;
}

export interface Change {
  readonly id: number;
  readonly at: string;
  readonly summary: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly delivery: {
    readonly status: string;
    readonly attempts: number;
    readonly last_status: number | null;
  } | null;
}

export interface Video {
  readonly job_id: string;
  readonly expires_at?: string | null;
  readonly status: 'queued' | 'rendering' | 'done' | 'failed';
  readonly stage: string | null;
  readonly progress: number;
  readonly topic: string;
  readonly voice: string | null;
  readonly video: string | null;
  readonly poster: string | null;
  readonly captions: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly tags: readonly string[] | null;
  readonly duration_s: number | null;
  readonly error: string | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface Run {
  readonly passed: number;
  readonly failed: number;
  readonly unreachable?: number;
  readonly count: number;
  readonly run_at: string | null;
}

export interface Selftest extends Run {
  readonly next_run_at: string | null;
  readonly results: readonly {
    readonly skill: string;
    readonly passed: boolean;
    readonly outcome?: string;
    readonly ms: number;
    readonly checked: string | null;
    readonly error: string | null;
  }[];
  readonly history?: readonly Run[];
}
