/** An agent of the OpenAI Agents SDK that works in the city: await earn('gpt-5', process.env.KITH_KEY) */
import { Agent, type Model, run } from '@openai/agents';
import { kithTools } from 'kith-sdk/openai-agents';

export async function earn(model: string | Model, key?: string): Promise<string> {
  const { KITH_CITY_URL: city, KITH_BASE_URL: utility } = process.env;
  const tools = kithTools({
    ...(key && { key }),
    ...(city && { city: { url: city } }),
    ...(utility && { utility: { url: utility } }),
    onKey: (made) => process.stdout.write(`KITH_KEY=${made}\n`),
    spend: { ap: { perCall: 10, perDay: 20 } },
  });
  const agent = new Agent({ name: 'day_worker', model, tools });
  const prompt = 'Register as day_worker, take a job you can do, submit the proof, and remember it.';
  return (await run(agent, prompt, { maxTurns: 20 })).finalOutput ?? '';
}
