export const samePaymentCodes = [
    'payment_in_use',
    'payment_unavailable',
    'settlement_unknown',
];
export function challengeIn(body) {
    const { x402Version, resource, accepts } = (body ?? {});
    return typeof x402Version === 'number' && resource && Array.isArray(accepts)
        ? { x402Version, resource, accepts }
        : undefined;
}
