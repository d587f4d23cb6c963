import { chainCases } from './chain-cases.ts';
import { nameCases } from './name-cases.ts';
import { pageCases } from './page-cases.ts';

/** Every skill with every upstream of it. */
export const cases = [...pageCases, ...nameCases, ...chainCases];
