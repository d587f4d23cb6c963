/** Operations whose printed example cannot run in this test, and why. */
export const patterns: Record<string, string> = {
  recover: 'a recovery code is its owner’s secret',
  spectate: 'a WebSocket, which plain curl does not speak',
  boostProject: 'names a company, founded only later in the test',
  ship: 'the address must answer, and there is no internet here',
  deleteAccount: 'its body names the caller, who is not the example’s',
  appeal: 'a recovery code is its owner’s secret',
  tipUsdc: 'costs money; test/city/x402 pays it',
  sponsorRoom: 'costs money; test/city/x402 pays it',
  createHook: 'the address must resolve, and there is no internet here',
  createWatch: 'looks at its target at once, and there is no internet here',
  videoFile: 'its address is the secret of a finished video',
  voiceSample: 'takes some seconds; test/utility/videos hears one',
  createVideo: 'takes a core for a minute; test/utility/videos makes one',
  payFromTreasury: 'a treasury is filled by a ship, and there is no internet here',
  priorityRegister: 'costs money; test/city/x402 pays it',
  receiptProof: 'the hash of a receipt is known to its buyer alone; test/ledger/receipts asks for one',
};

/** Whether an example needs internet access, which tests do not have. */
export const asksInternet = (path: string, area: string) =>
  (area === 'skills' && !offline.has(path)) || path === '/watch';
const offline = new Set(['/skills', '/json-repair', '/text-entities']);
