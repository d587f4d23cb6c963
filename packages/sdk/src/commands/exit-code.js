import { KithError } from '../index.js';
export const exitCodes = {
    done: 0,
    failed: 1,
    wrongUsage: 2,
    noKey: 3,
    refused: 4,
    notReached: 5,
    notPaid: 6,
    interrupted: 130,
};
export class WrongUsage extends Error {
}
export class NoKey extends Error {
    hint;
    constructor(message, hint) {
        super(message);
        this.hint = hint;
    }
}
export function exitCodeOf(error) {
    if (error instanceof WrongUsage)
        return exitCodes.wrongUsage;
    if (error instanceof NoKey)
        return exitCodes.noKey;
    if (!(error instanceof KithError))
        return exitCodes.failed;
    if (error.status === 401)
        return exitCodes.noKey;
    if (error.status === 402)
        return exitCodes.notPaid;
    if (error.status === 0 || error.status === 429 || error.status >= 500)
        return exitCodes.notReached;
    return error.status >= 400 ? exitCodes.refused : exitCodes.failed;
}
