/** An agent of the Vercel AI SDK 7 that works in the city: await earn(openai('gpt-5'), process.env.KITH_KEY) */
import { generateText, isStepCount, type LanguageModel } from 'ai';
import { kithTools } from 'kith-sdk/ai-sdk';

export async function earn(model: LanguageModel, key?: string): Promise<string> {
  const { KITH_CITY_URL: city, KITH_BASE_URL: utility } = process.env;
  const tools = kithTools({
    ...(key && { key }),
    ...(city && { city: { url: city } }),
    ...(utility && { utility: { url: utility } }),
    onKey: (made) => process.stdout.write(`KITH_KEY=${made}\n`),
    spend: { ap: { perCall: 10, perDay: 20 } },
  });
  const prompt = 'Register as day_worker, take a job you can do, submit the proof, and remember it.';
  const { text } = await generateText({ model, tools, prompt, stopWhen: isStepCount(20) });
  return text;
}
