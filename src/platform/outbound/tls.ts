import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { codeOf, OutboundError } from './error.ts';

const maxNames = 100;

/** TLS parameters and certificate of a verified server. */
export interface TlsFacts {
  readonly protocol: string | null;
  readonly cipher: string;
  readonly subject: string | null;
  readonly issuer: string | null;
  readonly validFrom: string;
  readonly validTo: string;
  /** Host names of the certificate. */
  readonly names: readonly string[];
  /** Type and size of its key, such as `EC 256` or `RSA 2048`. */
  readonly key: string | null;
}

/** TLS over an already pinned socket. The name, never the address, is sent and verified. */
export function startTls(socket: Socket, host: string, signal: AbortSignal): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const secured = connect({
    socket,
    host,
    servername: isIP(host) === 0 ? host : '',
    // HTTP/1.1 only: one request per connection keeps it clear which address sent which response.
    ALPNProtocols: ['http/1.1'],
  });
  const onAbort = () => {
    secured.destroy();
    reject(signal.reason);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  secured.once('secureConnect', () => {
    signal.removeEventListener('abort', onAbort);
    resolve(secured);
  });
  const onFailure = (error: unknown) => {
    signal.removeEventListener('abort', onAbort);
    secured.destroy();
    const code = codeOf(error);
    const explanation = reasonOf(code);
    reject(
      new OutboundError(
        'tls_failed',
        `No trusted TLS connection to ${host}${explanation && `: ${explanation}`} (${code}).`,
        error,
      ),
    );
  };
  secured.on('error', onFailure);
  secured.once('close', () => onFailure({ code: 'closed' }));
  return promise;
}

/** What the common codes of OpenSSL and Node mean. */
const reasons: readonly [code: RegExp, reason: string][] = [
  [/CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/CERT_NOT_YET_VALID/, 'its certificate is not valid yet'],
  [/SELF_SIGNED_CERT/, 'its certificate is self-signed or of an unknown authority'],
  [/UNABLE_TO_|ISSUER/, 'its certificate is of an unknown authority, or the chain is incomplete'],
  [/CERT_REVOKED/, 'its certificate was revoked'],
  [/ALTNAME|HOSTNAME_MISMATCH/, 'its certificate is for another host'],
  [/UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION/, 'it does not support TLS 1.2 or later'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST/, 'it does not speak TLS'],
  [/HANDSHAKE_FAILURE|NO_SHARED_CIPHER|INSUFFICIENT_SECURITY/, 'no common cipher'],
  [/KEY_TOO_SMALL/, 'its key is too small'],
];

const reasonOf = (code: string): string => reasons.find(([pattern]) => pattern.test(code))?.[1] ?? '';

export function tlsFacts(socket: TLSSocket): TlsFacts {
  const certificate = socket.getPeerCertificate();
  return {
    protocol: socket.getProtocol(),
    cipher: socket.getCipher().standardName,
    subject: commonName(certificate.subject?.CN),
    issuer: commonName(certificate.issuer?.O ?? certificate.issuer?.CN),
    validFrom: new Date(certificate.valid_from).toISOString(),
    validTo: new Date(certificate.valid_to).toISOString(),
    names: (certificate.subjectaltname ?? '')
      .split(', ')
      .flatMap((each) => /^(?:DNS|IP Address):(.+)$/.exec(each)?.[1] ?? [])
      .slice(0, maxNames),
    key: keyOf(socket),
  };
}

function keyOf(socket: TLSSocket): string | null {
  const { bits, asn1Curve } = socket.getPeerCertificate();
  if (bits) return `${asn1Curve ? 'EC' : 'RSA'} ${bits}`;
  return socket.getPeerX509Certificate()?.publicKey.asymmetricKeyType?.toUpperCase() ?? null;
}

function commonName(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
