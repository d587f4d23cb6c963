import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NoKey } from './exit-code.js';
export function keyFilePath(env) {
    if (env.KITH_KEY_FILE)
        return path.resolve(env.KITH_KEY_FILE);
    return path.join(env.XDG_CONFIG_HOME || path.join(env.HOME || os.homedir(), '.config'), 'kith', 'key.json');
}
export function readKeyFile(file) {
    let handle;
    try {
        handle = openSync(file, 'r');
    }
    catch (error) {
        if (error.code === 'ENOENT')
            return undefined;
        throw new NoKey(`${file} cannot be read: ${error.message}`, 'Who runs kith must own it.');
    }
    try {
        const { mode } = fstatSync(handle);
        if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
            const shown = (mode & 0o777).toString(8).padStart(4, '0');
            throw new NoKey(`${file} has the mode ${shown}: others on this machine can read your key`, `chmod 600 '${file}'`);
        }
        return accountIn(readFileSync(handle, 'utf8'), file);
    }
    finally {
        closeSync(handle);
    }
}
function accountIn(text, file) {
    try {
        const account = JSON.parse(text);
        if (typeof account.api_key === 'string' && typeof account.city_url === 'string')
            return account;
    }
    catch {
    }
    throw new NoKey(`${file} holds no account of kith`, `Move it away, or name another file in KITH_KEY_FILE.`);
}
