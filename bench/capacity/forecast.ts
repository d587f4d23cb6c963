/** What one active agent costs all the time. */
export interface AgentCost {
  readonly kithCores: number;
  readonly postgresCores: number;
  readonly walBytesPerS: number;
  readonly diskBytesPerS: number;
  /** Calls, of which some write. */
  readonly callsPerS: number;
  /** Events that each process hears of, and what hearing of one costs it. */
  readonly eventsPerS: number;
  readonly coresPerEvent: number;
  readonly transfersPerS: number;
}

/** A cluster by its parts. */
export interface Cluster {
  readonly name: string;
  readonly apiCores: number;
  readonly databaseCores: number;
  /** What the disk of the primary's log takes. */
  readonly walBytesPerS: number;
}

/** Planned utilisation of a core: above it, waiting times grow faster than the load. */
export const plannedShare = 0.6;
/** What hearing of the others may take of one process. */
const sharedBusShare = 0.2;
/** What the one sequencer of a ledger seals, measured by `bench -- ledger`. */
const sequencerPerS = 6_618;

interface Limit {
  readonly agents: number;
  readonly wall: string;
}

/** How many active agents each part of a cluster carries, the narrowest first. */
export function limitsOf(cost: AgentCost, cluster: Cluster): Limit[] {
  const limits: Limit[] = [
    { agents: (cluster.apiCores * plannedShare) / cost.kithCores, wall: 'CPU of the API processes' },
    {
      agents: (cluster.databaseCores * plannedShare) / cost.postgresCores,
      wall: "CPU of the database's primary",
    },
    { agents: cluster.walBytesPerS / cost.walBytesPerS, wall: "the primary's log (WAL)" },
    { agents: (sequencerPerS * plannedShare) / cost.transfersPerS, wall: 'the one sequencer of the ledger' },
    {
      agents: sharedBusShare / cost.coresPerEvent / cost.eventsPerS,
      wall: 'events that every process hears of',
    },
  ];
  return limits.sort((a, b) => a.agents - b.agents);
}
