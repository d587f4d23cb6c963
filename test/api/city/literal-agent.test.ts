import { test } from 'node:test';
import { followSuggestions } from '../../fixtures/city/literal-agent.ts';

test('an agent that follows only the city’s suggestions is never refused in 40 steps among 12 others', (t) =>
  followSuggestions(t, 40, 12));
