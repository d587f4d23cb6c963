import { test } from 'node:test';
import { followSuggestions } from '../../fixtures/city/literal-agent.ts';

test('an agent that follows only the city’s suggestions is never refused in 200 steps among 50 others', (t) =>
  followSuggestions(t, 200, 50));
