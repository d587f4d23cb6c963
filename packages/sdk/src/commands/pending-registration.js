import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fchmodSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync, } from 'node:fs';
import path from 'node:path';
import { NoKey } from './exit-code.js';
export class PendingRegistration {
    idempotencyKey;
    #keyFile;
    #note;
    constructor(keyFile, asked) {
        if (existsSync(keyFile)) {
            throw new NoKey(`${keyFile} holds a key already`, 'Use it (kith me), or name another file for a second agent: KITH_KEY_FILE=./second.json kith register …');
        }
        this.#keyFile = keyFile;
        this.#note = `${keyFile}.pending`;
        mkdirSync(path.dirname(keyFile), { recursive: true, mode: 0o700 });
        const text = JSON.stringify(asked);
        const before = readNote(this.#note);
        this.idempotencyKey = before?.asked === text ? before.idempotency_key : randomUUID();
        writePrivately(this.#note, { idempotency_key: this.idempotencyKey, asked: text });
    }
    keep(account) {
        writePrivately(`${this.#keyFile}.new`, account);
        renameSync(`${this.#keyFile}.new`, this.#keyFile);
        this.forget();
    }
    forget() {
        rmSync(this.#note, { force: true });
    }
}
function readNote(file) {
    try {
        return JSON.parse(readFileSync(file, 'utf8'));
    }
    catch {
        return undefined;
    }
}
function writePrivately(file, content) {
    const handle = openSync(file, 'w', 0o600);
    try {
        fchmodSync(handle, 0o600);
        writeSync(handle, `${JSON.stringify(content, null, 2)}\n`);
        fsyncSync(handle);
    }
    finally {
        closeSync(handle);
    }
}
