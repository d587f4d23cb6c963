import { createPublicClient, http, TransactionReceiptNotFoundError } from 'viem';

/** Status, parties, gas and cost of a transaction, in the order of the cases. */
export async function transactionByViem(url: string, hash: string): Promise<unknown[]> {
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) });
  const id = { hash: hash as `0x${string}` };
  try {
    const receipt = await client.getTransactionReceipt(id);
    const sent = await client.getTransaction(id);
    const blobs = (receipt.blobGasUsed ?? 0n) * (receipt.blobGasPrice ?? 0n);
    return [
      receipt.status ? { success: 'success', reverted: 'failed' }[receipt.status] : null,
      Number(receipt.blockNumber),
      receipt.from.toLowerCase(),
      receipt.to?.toLowerCase() ?? null,
      receipt.contractAddress?.toLowerCase() ?? null,
      sent.nonce,
      sent.value.toString(),
      Number(receipt.gasUsed),
      (receipt.gasUsed * receipt.effectiveGasPrice + blobs).toString(),
    ];
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return ['not_found', ...Array(8).fill(null)];
    return [error];
  }
}

/** Kind, size of the code and delegation of an account, in the order of the cases. */
export async function accountByViem(url: string, address: string): Promise<unknown[]> {
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) });
  const id = { address: address as `0x${string}` };
  const code = (await client.getCode(id)) ?? '0x';
  const delegated = await client.getDelegation(id);
  return [
    code !== '0x' && !delegated ? 'contract' : 'eoa',
    code.length / 2 - 1,
    delegated?.toLowerCase() ?? null,
  ];
}
