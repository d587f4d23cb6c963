/** The continuous cost of one active agent. */
export interface AgentCost {
  readonly kithCores: number;
  readonly postgresCores: number;
  readonly walBytesPerS: number;
  readonly diskBytesPerS: number;
  /** All calls; some of them write. */
  readonly callsPerS: number;
  /** Events that each process receives, and the CPU cost of receiving one. */
  readonly eventsPerS: number;
  readonly coresPerEvent: number;
  readonly transfersPerS: number;
}

/** The size of each part of a cluster. */
export interface Cluster {
  readonly name: string;
  readonly apiCores: number;
  readonly databaseCores: number;
  /** Write rate of the disk that holds the primary's WAL. */
  readonly walBytesPerS: number;
}

/** Planned utilisation of a core: above it, waiting times grow faster than the load. */
export const plannedShare = 0.6;
/** Maximum share of a process's CPU for receiving events of other processes. */
const sharedBusShare = 0.2;
/** Entries per second that the single sequencer of a ledger seals, measured by `bench -- ledger`. */
const sequencerPerS = 6_618;

interface Limit {
  readonly agents: number;
  readonly limitedBy: string;
}

/** The number of active agents that each part of a cluster supports, the tightest limit first. */
export function calculateLimits(cost: AgentCost, cluster: Cluster): Limit[] {
  const limits: Limit[] = [
    { agents: (cluster.apiCores * plannedShare) / cost.kithCores, limitedBy: 'CPU of the API processes' },
    {
      agents: (cluster.databaseCores * plannedShare) / cost.postgresCores,
      limitedBy: "CPU of the database's primary",
    },
    { agents: cluster.walBytesPerS / cost.walBytesPerS, limitedBy: "the primary's log (WAL)" },
    {
      agents: (sequencerPerS * plannedShare) / cost.transfersPerS,
      limitedBy: 'the one sequencer of the ledger',
    },
    {
      agents: sharedBusShare / cost.coresPerEvent / cost.eventsPerS,
      limitedBy: 'events that every process receives',
    },
  ];
  return limits.sort((a, b) => a.agents - b.agents);
}
