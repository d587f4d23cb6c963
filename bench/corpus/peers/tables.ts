import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { tabletojson } from 'tabletojson';

export interface PandasTable {
  readonly head: readonly (readonly string[])[];
  readonly rows: readonly (readonly string[])[];
}

export interface PandasPages {
  readonly version: string;
  readonly pages: readonly { readonly html: string; readonly tables: readonly PandasTable[] }[];
}

const maxBytes = 256 * 1_024 * 1_024;

const pandas = '/usr/lib/python3/dist-packages/pandas/tests/io/test_html.py';

/** The tables of pandas' own tests, as Debian's pandas reads them. */
export function tablesByPandas(): PandasPages {
  if (!existsSync(pandas)) throw new Error('install the Debian packages python3-pandas and python3-lxml');
  const script = path.join(import.meta.dirname, 'pandas_tables.py');
  return JSON.parse(execFileSync('/usr/bin/python3', [script], { maxBuffer: maxBytes }).toString());
}

/** Each table as rows of its cells; the peer takes a first row of header cells for their names. */
export const tablesByTabletojson = (html: string): string[][][] =>
  (tabletojson.convert(html) as Record<string, string>[][]).map((rows) =>
    rows.map((row) => Object.values(row)),
  );
