import { defineKind, ends, hexDigit, letters, type PrefixedKind, urlSafe } from './kind.ts';

export const aiKinds: readonly PrefixedKind[] = [
  defineKind(
    'an OpenAI key',
    'sk-',
    `(?:proj-|svcacct-|admin-|None-)?${urlSafe}{20,100}?T3BlbkFJ${urlSafe}{20}`,
  ),
  defineKind('an Anthropic key', ['sk-ant-'], `[a-z0-9]{3,12}-${urlSafe}{60}`),
  defineKind('an OpenRouter key', 'sk-or-v1-', `${hexDigit}{64}${ends}`),
  defineKind('a DeepSeek key', 'sk-', `${hexDigit}{32}${ends}`),
  defineKind('a Hugging Face token', ['hf_', 'api_org_'], `[A-Za-z]{34}${ends}`),
  defineKind('a Groq key', 'gsk_', `${letters}{52}${ends}`),
  defineKind('a Replicate token', 'r8_', `${letters}{37}${ends}`),
  defineKind('an xAI key', 'xai-', `${letters}{80}${ends}`),
  defineKind('a Perplexity key', 'pplx-', `${letters}{48,56}${ends}`),
  defineKind('an NVIDIA key', 'nvapi-', `${urlSafe}{60}`),
  defineKind('a Together AI key', 'tgp_v1_', `${urlSafe}{43}`),
  defineKind('a LangSmith key', ['lsv2_pt_', 'lsv2_sk_'], `${hexDigit}{32}_${hexDigit}{10}${ends}`),
  defineKind('a Pinecone key', 'pcsk_', `${letters}{5,8}_${letters}{50}`),
  defineKind('an ElevenLabs key', 'sk_', `${hexDigit}{48}${ends}`),
  defineKind('a Tavily key', 'tvly-', `(?:dev-|prod-)?${letters}{32}${ends}`),
];
