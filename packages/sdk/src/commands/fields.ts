import { readFile } from 'node:fs/promises';
import { readStandardInput, readText } from './command.ts';
import { WrongUsage } from './exit-code.ts';

/** `field=value` pairs as arguments of a call. */
export async function parseFields(pairs: readonly string[]): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const pair of pairs) {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      throw new WrongUsage(`"${pair.slice(0, 40)}" is not field=value`);
    if (Object.hasOwn(fields, name))
      throw new WrongUsage(`${name} is set twice; for a list write ${name}='["a","b"]'`);
    fields[name] = await readFieldValue(value);
  }
  return fields;
}

/** The bytes of `body=@FILE` or `body=-`, for a route with a raw body. */
export async function readRawBody(pairs: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const [, source] = /^body=(@.+|-)$/s.exec(pairs[0] ?? '') ?? [];
  if (source === undefined || pairs.length > 1)
    throw new WrongUsage('it accepts only body=@FILE or body=- (standard input)');
  const bytes = source === '-' ? await readStandardInput() : await readBytes(source.slice(1));
  return new Uint8Array(bytes);
}

async function readFieldValue(text: string): Promise<unknown> {
  if (text.startsWith('=')) return text.slice(1);
  if (text === '-') return readText(text);
  if (text.startsWith('@')) return (await readBytes(text.slice(1))).toString('utf8');
  return parseJsonValue(text);
}

function readBytes(file: string): Promise<Buffer> {
  return readFile(file).catch((error: Error) => {
    throw new WrongUsage(`${file} cannot be read: ${error.message}`);
  });
}

/** Only values that cannot be text: numbers in JSON syntax, so that 007 and 1e999 stay text. */
function parseJsonValue(text: string): unknown {
  if (!/^(-?\d|true$|false$|null$|\[|\{)/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' && String(value) !== text ? text : value;
  } catch {
    return text;
  }
}
