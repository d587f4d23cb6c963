import { parseArgs } from 'node:util';
import { BadSetting } from '../platform/config/setting.ts';

const trustOptions = {
  key: { type: 'string' },
  policy: { type: 'string' },
  witness: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

interface TrustValues {
  key?: string | undefined;
  policy?: string | undefined;
  witness?: string[] | undefined;
}

const toTrustOptions = ({ key, policy, witness }: TrustValues) => ({ key, policy, witnesses: witness });

/** Commands to verify any ledger, which need no server, settings or key. */
export const logCommands: Record<string, (args: string[]) => Promise<number | undefined>> = {
  'verify-ledger': async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...trustOptions, tiles: { type: 'boolean' } },
    });
    const [source, ...more] = positionals;
    if (!source || more.length > 0) return undefined;
    const { verifyLedger } = await import('./verify-ledger.ts');
    return verifyLedger(source, {
      ...toTrustOptions(values),
      json: values.json === true,
      hashTiles: values.tiles === true,
    });
  },
  'verify-proof': async (args) => {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: trustOptions });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) return undefined;
    const { verifyProof } = await import('./verify-proof.ts');
    return verifyProof(file, { ...toTrustOptions(values), json: values.json === true });
  },
  'verify-receipt': async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...trustOptions,
        answer: { type: 'string' },
        city: { type: 'string' },
        save: { type: 'string' },
      },
    });
    if (positionals.length < 1 || positionals.length > 2) return undefined;
    const { verifyReceipt } = await import('./verify-receipt.ts');
    const { answer, city, save } = values;
    return verifyReceipt(positionals, {
      ...toTrustOptions(values),
      answer,
      city,
      save,
      json: values.json === true,
    });
  },
  monitor: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...trustOptions,
        account: { type: 'string' },
        post: { type: 'string' },
        secret: { type: 'string' },
        state: { type: 'string' },
        interval: { type: 'string', default: '60' },
        'max-age': { type: 'string', default: '30' },
        once: { type: 'boolean' },
      },
    });
    const [city, ...more] = positionals;
    if (!city || more.length > 0) return undefined;
    const intervalS = Number(values.interval);
    if (!(intervalS >= 1)) throw new BadSetting('--interval must be a number of seconds from 1');
    const maxAgeMinutes = Number(values['max-age']);
    if (!(maxAgeMinutes >= 0)) throw new BadSetting('--max-age must be a number of minutes from 0');
    const { monitor } = await import('./monitor.ts');
    const { account, post, state } = values;
    const secret = values.secret ?? process.env.KITH_MONITOR_SECRET;
    if (secret !== undefined && !/^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(secret))
      throw new BadSetting('the secret of --post is whsec_ and base64 of at least 16 bytes');
    const once = values.once === true;
    return monitor(city, {
      ...toTrustOptions(values),
      account,
      post,
      secret,
      state,
      intervalS,
      maxAgeS: maxAgeMinutes * 60,
      once,
      json: values.json === true,
    });
  },
  witness: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        log: { type: 'string', multiple: true },
        dir: { type: 'string', default: './witness' },
        name: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: '4040' },
      },
    });
    if (positionals.length > 0) return undefined;
    const { log = [], dir, name, host } = values;
    if (log.length === 0)
      throw new BadSetting('witness needs the key of a log: --log VKEY, as often as there are logs');
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new BadSetting('--port must be from 0 to 65535');
    const { witnessCommand } = await import('./witness.ts');
    return witnessCommand({ dir, host, port, logs: log, name });
  },
};
