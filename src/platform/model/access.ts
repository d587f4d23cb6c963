export const providers = ['openai', 'anthropic', 'openai-compatible'] as const;
export type Provider = (typeof providers)[number];

/** A model's provider and credentials: the operator's from the settings, or a caller's own. */
export interface ModelAccess {
  readonly provider: Provider;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
}

const homes: Record<Provider, string | undefined> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  'openai-compatible': undefined,
};

export interface AccessFields {
  readonly provider?: Provider | undefined;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly key?: string | undefined;
}

/** Validates and combines the fields. Errors are one sentence, with the field names that the caller knows. */
export function modelAccess(
  fields: AccessFields,
  names: Record<keyof AccessFields, string>,
): ModelAccess | undefined {
  const { provider, model, key } = fields;
  const firstSet = (Object.keys(names) as (keyof AccessFields)[]).find((name) => fields[name] !== undefined);
  if (firstSet === undefined) return undefined;
  if (provider === undefined) throw new Error(`${names.provider} is required with ${names[firstSet]}`);
  if (model === undefined) throw new Error(`${names.model} is required with ${names.provider}=${provider}`);
  const baseUrl = fields.baseUrl ?? homes[provider];
  if (baseUrl === undefined)
    throw new Error(`${names.baseUrl} is required with ${names.provider}=${provider}`);
  // A self-hosted model may need no key; the two hosted providers always do.
  if (key === undefined && provider !== 'openai-compatible') {
    throw new Error(`${names.key} is required with ${names.provider}=${provider}`);
  }
  return { provider, baseUrl: baseUrl.replace(/\/+$/, ''), model, key };
}
