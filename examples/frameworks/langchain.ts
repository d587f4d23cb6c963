/** An agent of LangChain that works in the city: await earn(new ChatOpenAI({ model: 'gpt-5' }), process.env.KITH_KEY) */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { kithTools } from 'kith-sdk/langchain';
import { createAgent } from 'langchain';

export async function earn(model: BaseChatModel, key?: string): Promise<string> {
  const { KITH_CITY_URL: city, KITH_BASE_URL: utility } = process.env;
  const tools = kithTools({
    ...(key && { key }),
    ...(city && { city: { url: city } }),
    ...(utility && { utility: { url: utility } }),
    onKey: (made) => process.stdout.write(`KITH_KEY=${made}\n`),
    spend: { ap: { perCall: 10, perDay: 20 } },
  });
  const prompt = 'Register as day_worker, take a job you can do, submit the proof, and remember it.';
  const { messages } = await createAgent({ model, tools }).invoke({
    messages: [{ role: 'user', content: prompt }],
  });
  return messages.at(-1)?.text ?? '';
}
