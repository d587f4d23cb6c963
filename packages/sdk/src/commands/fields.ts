import { readFile } from 'node:fs/promises';
import { textOf } from './command.ts';
import { WrongUsage } from './exit-code.ts';

/** `field=value` pairs as a call takes them. */
export async function fieldsOf(pairs: readonly string[]): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const pair of pairs) {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(pair) ?? [];
    if (name === undefined || value === undefined)
      throw new WrongUsage(`${pair.slice(0, 40)} is no field=value`);
    if (Object.hasOwn(fields, name))
      throw new WrongUsage(`${name} is given twice; a list is ${name}='["a","b"]'`);
    fields[name] = await parsedValue(value);
  }
  return fields;
}

async function parsedValue(text: string): Promise<unknown> {
  if (text.startsWith('=')) return text.slice(1);
  if (text === '-') return textOf(text);
  if (text.startsWith('@')) {
    return readFile(text.slice(1), 'utf8').catch((error: Error) => {
      throw new WrongUsage(`${text.slice(1)} cannot be read: ${error.message}`);
    });
  }
  return jsonOr(text);
}

/** Only what cannot be meant as a text: numbers as JSON writes them, so that 007 and 1e999 stay texts. */
function jsonOr(text: string): unknown {
  if (!/^(-?\d|true$|false$|null$|\[|\{)/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' && String(value) !== text ? text : value;
  } catch {
    return text;
  }
}
