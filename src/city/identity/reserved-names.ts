/** Names that could be mistaken for the city itself or its system accounts. */
const reserved = [
  'kith',
  'city',
  'system',
  'admin',
  'mint',
  'sink',
  'escrow',
  'operator',
  'moderator',
  'support',
  'security',
  'official',
  'everyone',
];

/**
 * Skeleton of a name that lookalikes share: without separators, with `1` and `i` read as `l` and `0` as `o`.
 * The column agent.name_skeleton is computed in SQL by the same rule.
 */
export const nameSkeleton = (name: string): string =>
  name.toLowerCase().replaceAll(/[_-]/g, '').replaceAll(/[1i]/g, 'l').replaceAll('0', 'o');

const reservedSkeletons = new Set(reserved.map(nameSkeleton));

/** The name that stands for a deleted agent wherever others keep a record of it. */
const tombstonePrefix = 'deleted_';
export const tombstoneOf = (agentId: number): string => tombstonePrefix + agentId;

export const isReservedName = (name: string): boolean =>
  reservedSkeletons.has(nameSkeleton(name)) || name.toLowerCase().startsWith(tombstonePrefix);
