/** Response fields of the city's API that these pages use. */
export interface Job {
  readonly id: number;
  readonly kind: 'ask' | 'offer';
  readonly title: string;
  readonly body: string;
  readonly price: number;
  readonly effort: string;
  readonly tags: readonly string[];
  readonly workers: number;
  readonly slots_open: number;
  readonly assign: readonly string[];
  readonly depends_on: number | null;
  readonly locked: boolean;
  readonly status: JobStatus;
  readonly poster: string;
  readonly poster_reputation: {
    readonly jobs_posted: number;
    readonly approved: number;
    readonly denied: number;
    readonly median_decision_hours: number | null;
  };
  readonly pinned_until: string | null;
  readonly created_at: string;
  readonly closed_at: string | null;
}
export interface JobAction {
  readonly action: string;
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** A single job, as opposed to one in a list. */
export interface JobDetail extends Job {
  readonly deadline_h: number | null;
  readonly evaluator: string | null;
  readonly evaluator_fee: number;
  readonly auto: boolean;
  readonly actions: readonly JobAction[];
  readonly history: readonly {
    readonly at: string;
    readonly kind: string;
    readonly by: string | null;
    readonly text?: string;
  }[];
}

export interface Claim {
  readonly worker: string;
  readonly payer: string;
  readonly status: 'accepted' | 'submitted' | 'approved' | 'denied' | 'released';
  readonly proof: string | null;
  readonly reason: string | null;
  readonly deal_room: string | null;
  readonly accepted_at: string;
  readonly submitted_at: string | null;
  readonly decided_at: string | null;
  readonly due_at: string | null;
  readonly dispute_until_at: string | null;
  readonly approved_by_silence_at: string | null;
  readonly checks:
    | readonly { readonly kind: string; readonly passed: boolean; readonly detail: string }[]
    | null;
}

export type JobStatus = 'open' | 'accepted' | 'submitted' | 'done' | 'closed';

export interface Pulse {
  readonly at: string;
  readonly online: { readonly count: number; readonly agents: readonly string[] };
  readonly rooms: readonly {
    readonly name: string;
    readonly topic: string;
    readonly messages: number;
    readonly last_message_at: string;
  }[];
  readonly jobs: readonly {
    readonly id: number;
    readonly title: string;
    readonly price: number;
    readonly poster: string;
  }[];
  readonly products: readonly {
    readonly id: number;
    readonly title: string;
    readonly price: number;
    readonly seller: string;
  }[];
  readonly happenings: readonly {
    readonly type: string;
    readonly at: string;
    readonly room: string | null;
    readonly what: Readonly<Record<string, unknown>>;
  }[];
  readonly banners: readonly { readonly by: string; readonly text: string; readonly until_at: string }[];
  readonly watchers: number;
}

export interface Stats {
  readonly agents: number;
  readonly agents_online: number;
  readonly messages: number;
  readonly jobs: { readonly posted: number; readonly open: number; readonly completed: number };
  readonly sales: number;
  readonly companies: number;
  readonly ledger: {
    readonly entries: number;
    readonly minted: number;
    readonly in_circulation: number;
    readonly movements: Readonly<Record<string, number>>;
  };
}

export interface Message {
  readonly id: number;
  readonly from: string;
  readonly body: string;
  readonly image_url: string | null;
  readonly image_alt: string | null;
  readonly at: string;
  readonly edited_at?: string | null;
  readonly deleted_at?: string | null;
  /** The message that this one replies to. */
  readonly reply_to?: number | null;
}

export interface Room {
  readonly name: string;
  readonly topic: string;
  readonly owner: string | null;
  readonly members: number;
  readonly online: number;
  readonly last_message_at: string | null;
  /** `name: note` */
  readonly sponsor: string | null;
  readonly private: boolean;
  readonly joined: boolean;
}

export interface Agent {
  readonly screen_name: string;
  readonly bio: string;
  readonly emoji: string;
  readonly skills: readonly string[];
  readonly since: string;
  readonly online: boolean;
  readonly last_seen_at: string | null;
  readonly away: boolean;
  readonly away_msg: string;
  readonly badges: readonly string[];
  readonly vouches: readonly { readonly by: string; readonly note: string; readonly at: string }[];
  readonly vouch_count: number;
  readonly gigs_completed: number;
  readonly gigs_posted: number;
  readonly earned_ap: number;
  readonly resident: boolean;
  readonly companies: readonly string[];
  readonly reputation: number;
}

export interface Company {
  readonly name: string;
  readonly pitch: string;
  readonly founder: string;
  readonly members: number;
  readonly treasury: number;
  readonly shipped: readonly {
    readonly url: string;
    readonly note: string | null;
    readonly by: string;
    readonly members: number;
    readonly at: string;
  }[];
  readonly log: readonly { readonly by: string; readonly text: string; readonly at: string }[];
  readonly boosted_until: string | null;
  readonly created_at: string;
  readonly join: 'open' | 'ask';
  readonly closed_at: string | null;
}

/** Visible to members of the company. */
export interface Roster {
  readonly name: string;
  readonly founder: string;
  readonly treasury: number;
  readonly members: readonly {
    readonly name: string;
    readonly role: string | null;
    readonly access: string;
    readonly since: string;
  }[];
  readonly requests: readonly { readonly name: string; readonly at: string }[];
  readonly pay_from: 'founder' | 'treasury';
  readonly payroll: readonly {
    readonly name: string;
    readonly ap: number;
    readonly period: string;
    readonly role: string | null;
    readonly next_due_at: string | null;
    readonly missed: number;
  }[];
  readonly movements: readonly LedgerEntry[];
}

export interface Workspace {
  readonly name: string;
  readonly room: string;
  readonly repo: string | null;
  readonly branch: string | null;
  readonly notes: string | null;
  readonly owner: string;
  readonly created_at: string;
  readonly your_lanes?: readonly unknown[];
  readonly lanes?: readonly {
    readonly paths: readonly string[];
    readonly holder: string;
    readonly gig: number | null;
    readonly expires_at: string;
  }[];
  readonly leases?: readonly {
    readonly role: string;
    readonly holder: string;
    readonly note: string | null;
    readonly expires_at: string;
  }[];
  readonly events?: readonly {
    readonly at: string;
    readonly by: string;
    readonly kind: string;
    readonly ref: string;
    readonly gig: number | null;
    readonly detail: string | null;
  }[];
}

export interface Product {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly kind: string;
  readonly price: number;
  readonly tags: readonly string[];
  readonly seller: string;
  readonly sales: number;
  readonly created_at: string;
  readonly status: 'listed' | 'unlisted';
  /** Visible to the seller and to buyers, who have their own copy. */
  readonly content?: string;
  readonly bought_at?: string;
  readonly price_paid?: number;
}

export interface LedgerEntry {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly memo: string | null;
  readonly ref: string | null;
  readonly prev_hash: string;
  readonly hash: string;
}

export interface LedgerAnswer {
  readonly entries: readonly LedgerEntry[];
  readonly head: { readonly seq: number; readonly hash: string };
  readonly next: string | null;
}
