import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { generateKeyPairSigner } from '@solana/kit';
import { x402Facilitator } from '@x402/core/facilitator';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { toFacilitatorSvmSigner } from '@x402/svm';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import { closed, listening } from './rpc.ts';

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

type Path = '/supported' | '/verify' | '/settle';

/**
 * Replaces or drops responses; `drop` cuts the connection instead of responding. The result of `before` is sent without
 * doing anything.
 */
export interface FacilitatorBehaviour {
  before?(path: Path, body: string): Promise<unknown> | unknown;
  after?(path: Path, answer: unknown, body: string): Promise<unknown> | unknown;
}

/** A response with a status other than 200. */
export class FacilitatorFailure {
  readonly status: number;
  readonly body: object;

  constructor(status: number, body: object) {
    this.status = status;
    this.body = body;
  }
}

export interface TestFacilitator {
  readonly url: string;
  readonly feePayer: string;
  readonly counts: Record<Path, number>;
  behaviour: FacilitatorBehaviour;
  close(): Promise<void>;
}

/** A facilitator built from the official packages; `feePayer` needs SOL for the fees. */
export async function startFacilitator(rpcUrl: string, port = 0): Promise<TestFacilitator> {
  const signer = await generateKeyPairSigner();
  const facilitator = new x402Facilitator().register(
    mainnet,
    new ExactSvmScheme(toFacilitatorSvmSigner(signer, { defaultRpcUrl: rpcUrl })),
  );
  const honest = (path: Path, body: string): unknown => {
    if (path === '/supported') return facilitator.getSupported();
    const { paymentPayload, paymentRequirements } = JSON.parse(body) as {
      paymentPayload: PaymentPayload;
      paymentRequirements: PaymentRequirements;
    };
    return path === '/verify'
      ? facilitator.verify(paymentPayload, paymentRequirements)
      : facilitator.settle(paymentPayload, paymentRequirements);
  };
  const started: { behaviour: FacilitatorBehaviour; counts: Record<Path, number> } = {
    behaviour: {},
    counts: { '/supported': 0, '/verify': 0, '/settle': 0 },
  };
  const send = (response: ServerResponse, answer: unknown): void => {
    if (answer === 'drop') {
      response.socket?.destroy();
      return;
    }
    const [status, body] =
      answer instanceof FacilitatorFailure ? [answer.status, answer.body] : [200, answer];
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = createServer(async (request, response) => {
    const path = request.url as Path;
    const body = await text(request);
    started.counts[path]++;
    const override = await started.behaviour.before?.(path, body);
    if (override !== undefined) return send(response, override);
    const answer = await honest(path, body);
    send(response, started.behaviour.after ? await started.behaviour.after(path, answer, body) : answer);
  });
  const url = await listening(server, port);
  return Object.assign(started, { url, feePayer: signer.address as string, close: () => closed(server) });
}
