import net from 'node:net';

const maxAnswerBytes = 1_048_576;

/**
 * One keep-alive connection with one request in flight. It reads only the status and length of a response, because on a
 * machine with two cores the client's work is taken from the server.
 */
export class HttpConnection {
  readonly #socket: net.Socket;
  #pending: Buffer | undefined;
  #resolve: ((status: number) => void) | undefined;
  #reject: ((error: Error) => void) | undefined;
  /** The last response that was not a success, for error messages. */
  refused = '';

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#reject?.(error));
    socket.on('close', () => this.#reject?.(new Error('the server closed the connection')));
  }

  static async open(url: URL): Promise<HttpConnection> {
    const socket = net.connect(Number(url.port), url.hostname);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new HttpConnection(socket);
  }

  /** Sends the raw request; resolves to the status once the whole response has arrived. */
  send(request: string | Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#reject = undefined;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    const bytes = this.#pending ? Buffer.concat([this.#pending, chunk]) : chunk;
    const headEnd = bytes.indexOf('\r\n\r\n');
    const head = headEnd < 0 ? '' : bytes.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (head && length === undefined) this.#reject?.(new Error(`a response without a length: ${head}`));
    if (headEnd < 0 || bytes.length < headEnd + 4 + Number(length)) {
      this.#pending = bytes;
      if (bytes.length > maxAnswerBytes) this.#reject?.(new Error('the response is too long'));
      return;
    }
    this.#pending = undefined;
    const status = Number(head.slice(9, 12));
    if (status >= 300) this.refused = bytes.toString();
    this.#resolve?.(status);
  }
}
