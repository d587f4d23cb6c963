import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import type { BoundRoute } from '../../src/platform/http/route.ts';
import type { CallOptions, Client } from '../harness/client.ts';
import { callOf, fieldKey, type Schema, type TextField, textFieldsOf } from '../harness/text-fields.ts';
import type { PagesWorld } from './world.ts';

const ajv = new Ajv({ strict: false, validateFormats: false });

/** Texts for a field, the longest first: the first that it accepts is written. */
export type TextsFor = (nth: number) => readonly string[];

export interface Call extends CallOptions {
  /** Values of its path parameters. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Values of its other fields. */
  readonly rest?: object;
  /** Texts for fields that accept only a certain format. */
  readonly given?: Readonly<Record<string, string>>;
}

/** Writes texts into the fields of calls, and records where each is. */
export class FieldWriter {
  /** Written texts, by the key of their field. */
  readonly written = new Map<string, string>();
  readonly #fields: Map<string, TextField>;
  readonly #clients: ReadonlyMap<BoundRoute, Client>;
  readonly #textsFor: TextsFor;

  constructor(world: PagesWorld, textsFor: TextsFor) {
    this.#textsFor = textsFor;
    this.#clients = new Map(
      world.kith.services.flatMap(({ service }) =>
        service.routes.map((route) => [route, service.name === 'city' ? world.city : world.utility] as const),
      ),
    );
    this.#fields = new Map(markupFieldsOf(world).map((field) => [fieldKey(field), field]));
  }

  /** Makes a call with a text in every field that accepts one. */
  async call(what: string, { params = {}, rest = {}, given = {}, ...options }: Call = {}) {
    const [route, client] = [...this.#clients].find(([each]) => callOf(each) === what) ?? [];
    assert.ok(route && client, `no such call: ${what}`);
    const texts = Object.fromEntries(
      [...this.#fields.values()]
        .filter((field) => field.route === route && !(field.name in rest))
        .map((field) => [field.name, this.#write(field, given[field.name])]),
    );
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const body = { ...rest, ...texts };
    const answer = await client.call(route.method, path, { ...options, body });
    if (answer.status === 402) return { answer, path, body, client };
    assert.ok(answer.status < 300, `${what} ${JSON.stringify(body)}: ${answer.text}`);
    return { answer, path, body, client };
  }

  #write(field: TextField, given: string | undefined): string | string[] {
    const key = fieldKey(field);
    const takes = ajv.compile(field.schema);
    const isList = [field.schema.type].flat().includes('array');
    const candidates = given === undefined ? this.#textsFor(this.written.size + 1) : [given];
    const text = candidates.find((each) => takes(isList ? [each] : each));
    assert.ok(text !== undefined, `${key} accepts none of ${candidates}`);
    this.written.set(key, text);
    return isList ? [text] : text;
  }
}

/** Every text field of both services that accepts markup characters: names and hashes accept none. */
export function markupFieldsOf({ kith }: PagesWorld): TextField[] {
  return textFieldsOf(kith.services.flatMap(({ service }) => service.routes)).filter(({ schema }) =>
    takesMarkup(schema),
  );
}

function takesMarkup(schema: Schema): boolean {
  const takes = ajv.compile(schema);
  return ['<b>', 'x<b>', 'https://a.example/<b>'].some((text) => takes(text) || takes([text]));
}
