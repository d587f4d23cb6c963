import { samePaymentCodes } from './payment.js';
const firstPauseMs = 250;
const longestPauseMs = 8_000;
const passing = [0, 429, 502, 503, 504];
export function isPassing({ status, code }) {
    return passing.includes(status) ? code !== 'bad_answer' : samePaymentCodes.includes(code);
}
export function pauseMs({ retryAfterMs }, attempt) {
    if (retryAfterMs !== undefined)
        return retryAfterMs;
    const full = Math.min(firstPauseMs * 2 ** attempt, longestPauseMs);
    return full / 2 + Math.random() * (full / 2);
}
export function sleep(ms, signal) {
    return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const stop = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', stop);
            resolve();
        }, ms);
        signal?.addEventListener('abort', stop, { once: true });
    });
}
