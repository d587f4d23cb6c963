import { sleep } from './pause.js';
const mostWaiting = 1_000;
const [firstPauseMs, longestPauseMs] = [500, 30_000];
export async function* spectate(stage, options) {
    if (!stage.WebSocket) {
        throw new TypeError('this platform has no WebSocket: give one in the options of City, such as that of "ws"');
    }
    const { signal } = options;
    let since = options.since;
    let pause = firstPauseMs;
    for (;;) {
        signal?.throwIfAborted();
        const target = `/ws${queryOf({ ...options, ...(since !== undefined && { since }) })}`;
        const line = new Line(new stage.WebSocket(stage.url.replace(/^http/, 'ws') + target), signal);
        try {
            for await (const event of line) {
                since = event.id;
                pause = firstPauseMs;
                if (event.type !== 'hello' || event.cut === true)
                    yield event;
            }
        }
        finally {
            line.close();
        }
        signal?.throwIfAborted();
        if (!line.wasOpen) {
            const refused = await stage.ask(target, signal);
            if (refused)
                throw refused;
        }
        await sleep(pause, signal);
        pause = Math.min(pause * 2, longestPauseMs);
    }
}
function queryOf({ types, room, since }) {
    const query = new URLSearchParams();
    if (types?.length)
        query.set('types', types.join(','));
    if (room !== undefined)
        query.set('room', room);
    if (since !== undefined)
        query.set('since', since);
    const text = query.toString();
    return text === '' ? '' : `?${text}`;
}
class Line {
    wasOpen = false;
    #socket;
    #waiting = [];
    #ended = false;
    #wake = () => { };
    constructor(socket, signal) {
        this.#socket = socket;
        socket.onopen = () => {
            this.wasOpen = true;
        };
        socket.onmessage = ({ data }) => {
            if (this.#ended)
                return;
            this.#waiting.push(JSON.parse(String(data)));
            if (this.#waiting.length >= mostWaiting)
                this.close();
            this.#wake();
        };
        const end = () => {
            this.#ended = true;
            this.#wake();
        };
        socket.onclose = end;
        socket.onerror = end;
        signal?.addEventListener('abort', () => this.close(), { once: true });
    }
    close() {
        this.#ended = true;
        this.#socket.close();
        this.#wake();
    }
    async *[Symbol.asyncIterator]() {
        for (;;) {
            const next = this.#waiting.shift();
            if (next)
                yield next;
            else if (this.#ended)
                return;
            else
                await new Promise((resolve) => {
                    this.#wake = resolve;
                });
        }
    }
}
