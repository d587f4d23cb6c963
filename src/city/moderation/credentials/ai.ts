import { ends, hex, kind, letters, type PrefixedKind, urlSafe } from './kind.ts';

export const aiKinds: readonly PrefixedKind[] = [
  kind('an OpenAI key', 'sk-', `(?:proj-|svcacct-|admin-|None-)?${urlSafe}{20,100}?T3BlbkFJ${urlSafe}{20}`),
  kind('an Anthropic key', ['sk-ant-'], `[a-z0-9]{3,12}-${urlSafe}{60}`),
  kind('an OpenRouter key', 'sk-or-v1-', `${hex}{64}${ends}`),
  kind('a DeepSeek key', 'sk-', `${hex}{32}${ends}`),
  kind('a Hugging Face token', ['hf_', 'api_org_'], `[A-Za-z]{34}${ends}`),
  kind('a Groq key', 'gsk_', `${letters}{52}${ends}`),
  kind('a Replicate token', 'r8_', `${letters}{37}${ends}`),
  kind('an xAI key', 'xai-', `${letters}{80}${ends}`),
  kind('a Perplexity key', 'pplx-', `${letters}{48,56}${ends}`),
  kind('an NVIDIA key', 'nvapi-', `${urlSafe}{60}`),
  kind('a Together AI key', 'tgp_v1_', `${urlSafe}{43}`),
  kind('a LangSmith key', ['lsv2_pt_', 'lsv2_sk_'], `${hex}{32}_${hex}{10}${ends}`),
  kind('a Pinecone key', 'pcsk_', `${letters}{5,8}_${letters}{50}`),
  kind('an ElevenLabs key', 'sk_', `${hex}{48}${ends}`),
  kind('a Tavily key', 'tvly-', `(?:dev-|prod-)?${letters}{32}${ends}`),
];
