/** Why something cannot be trusted, worded for the reader. */
export class UntrustedCheckpoint extends Error {}
