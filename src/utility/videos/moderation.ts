import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { nullable } from '../../platform/http/schema.ts';
import type { Log } from '../../platform/log.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import {
  findTextRefusal,
  findTopicRefusal,
  helpHint,
  type TopicRefusal,
} from '../../video/script/refusals.ts';
import { refusedTopic, type VideoBody } from './request.ts';

const timeoutMs = 5_000;
const maxBytes = 1_000_000;
/** Characters that the service judges at once. */
const maxChars = 20_000;

const decodeVerdicts = jsonDecoder(
  Type.Object({
    results: Type.Array(
      Type.Object({
        flagged: Type.Boolean(),
        categories: Type.Optional(Type.Record(Type.String(), nullable(Type.Boolean()))),
      }),
    ),
  }),
);

export interface ModerationDependencies {
  readonly outbound: Pick<Outbound, 'fetch'>;
  readonly log: Log;
  /** A service with OpenAI's form of moderation, if one is configured. */
  readonly moderationUrl: string | undefined;
  readonly moderationKey: string | undefined;
}

/** Refuses a request whose words ask for harm or hatred, whichever field they are in. */
export async function moderate(deps: ModerationDependencies, body: VideoBody): Promise<void> {
  const asked = body.topic ?? '';
  const texts = [body.script, body.facts, body.storyboard, body.edits].flatMap(textsIn);
  const refusal = findTopicRefusal(asked) ?? (await judgeTexts(deps, [asked, ...texts]));
  if (refusal) throw new Refusal(refusedTopic, refusal.error, refusal.hint);
}

/** The built-in engine judges first, then the service. */
export const judgeTexts = async (
  deps: ModerationDependencies,
  texts: readonly string[],
): Promise<TopicRefusal | undefined> =>
  texts.map(findTextRefusal).find((each) => each !== undefined) ?? (await askService(deps, packTexts(texts)));

/** Texts joined to few that the service judges at once. */
function packTexts(texts: readonly string[]): string[] {
  const packed: string[] = [];
  for (const text of texts.filter(Boolean)) {
    const last = packed.at(-1);
    if (last !== undefined && last.length + text.length < maxChars)
      packed[packed.length - 1] = `${last}\n${text}`;
    else packed.push(text.slice(0, maxChars));
  }
  return packed;
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
};

/** A service that is down refuses nothing: the built-in rules have judged already. */
async function askService(
  { outbound, log, moderationUrl, moderationKey }: ModerationDependencies,
  texts: readonly string[],
): Promise<TopicRefusal | undefined> {
  if (moderationUrl === undefined) return undefined;
  try {
    const { status, body } = await outbound.fetch(moderationUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(moderationKey !== undefined && { authorization: `Bearer ${moderationKey}` }),
      },
      body: JSON.stringify({ input: texts }),
      ...{ timeoutMs, maxBytes, maxRedirects: 0 },
    });
    const verdicts = decodeVerdicts(body);
    if (status !== 200 || verdicts === unreadable) throw new Error(`it answered with status ${status}`);
    const flagged = verdicts.results.find((result) => result.flagged);
    if (!flagged) return undefined;
    const why = Object.entries(flagged.categories ?? {}).flatMap(([name, is]) => (is ? [name] : []));
    return {
      error: `the moderation service of this server refuses it${why.length > 0 ? `: ${why.join(', ')}` : ''}`,
      hint: why.some((each) => each.startsWith('self-harm'))
        ? helpHint
        : 'Choose another topic, or other words.',
    };
  } catch (error) {
    log.warn({ err: error }, 'the moderation service was not asked');
    return undefined;
  }
}
