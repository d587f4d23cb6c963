/** Platforms for which the registry has a LiteSVM of this version. */
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
const platform = `${process.platform}-${process.arch}`;

/** For `test(…, { skip })`: the reason if this platform has no Solana virtual machine to test payments with. */
export const noSolana: string | false = platforms.includes(platform)
  ? false
  : `LiteSVM has no binary for ${platform}: payments are not proven here`;
