/** Platforms for which a LiteSVM of this version exists on the registry. */
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const here = `${process.platform}-${process.arch}`;

/** For `test(…, { skip })`: said in one line where there is no Solana machine to prove a payment with. */
export const noSolana: string | false = platforms.includes(here)
  ? false
  : `LiteSVM has no binary for ${here}: payments are not proven here`;
