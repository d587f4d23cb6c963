/**
 * Members of an XMPP room, each on one socket: the parts of RFC 6120 and XEP-0045 needed to join, to send and to count
 * messages.
 */
import net from 'node:net';
import { type ConnectRequest, type RoomReaders, serveReaders } from './reader-process.ts';
import type { Tally } from './tally.ts';

const openAtOnce = 50;
const closing = '</body>';

class Member {
  readonly #socket: net.Socket;
  readonly #domain: string;
  #text = '';
  #onText: (() => void) | undefined;
  /** Set once it is in the room: from then on only bodies are counted. */
  onMessages: ((count: number) => void) | undefined;

  private constructor(socket: net.Socket, domain: string) {
    this.#socket = socket;
    this.#domain = domain;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#onData(chunk));
    socket.on('close', () => process.exit(1));
  }

  static async join(host: string, port: number, domain: string, room: string, nick: string): Promise<Member> {
    const socket = net.connect(port, host);
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const member = new Member(socket, domain);
    await member.#ask(member.#header(), '</stream:features>');
    await member.#ask(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>`, '<success');
    await member.#ask(member.#header(), '</stream:features>');
    await member.#ask(`<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`, '</iq>');
    // The client's own presence is the last one sent to it when it joins.
    const x = `<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>`;
    await member.#ask(`<presence to='${room}/${nick}'>${x}</presence>`, `code='110'`);
    return member;
  }

  startCounting(onMessages: (count: number) => void): void {
    this.#text = '';
    this.onMessages = onMessages;
  }

  send(room: string, body: string): void {
    this.#socket.write(`<message to='${room}' type='groupchat'><body>${body}</body></message>`);
  }

  #header(): string {
    return `<?xml version='1.0'?><stream:stream to='${this.#domain}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`;
  }

  #onData(chunk: Buffer): void {
    const text = this.#text + chunk.toString('latin1');
    if (!this.onMessages) {
      this.#text = text;
      this.#onText?.();
      return;
    }
    let count = 0;
    for (let at = text.indexOf(closing); at >= 0; at = text.indexOf(closing, at + closing.length)) count++;
    this.#text = text.slice(-(closing.length - 1));
    if (count > 0) this.onMessages(count);
  }

  #ask(stanza: string, until: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#text = '';
      this.#onText = () => {
        if (/<(failure|stream:error)|type=['"]error['"]/.test(this.#text)) reject(new Error(this.#text));
        else if (this.#text.replaceAll('"', "'").includes(until)) resolve();
      };
      this.#socket.write(stanza);
    });
  }
}

class XmppReaders implements RoomReaders {
  readonly readers: number;
  readonly senders = 1;
  readonly #room: string;
  readonly #seen: Int32Array;
  #sender: Member | undefined;
  #tally: Tally | undefined;

  constructor({ readers, room }: ConnectRequest) {
    this.readers = readers;
    this.#room = room;
    this.#seen = new Int32Array(readers);
  }

  async open({ host, port, domain = '' }: ConnectRequest): Promise<void> {
    const join = async (reader: number) => {
      const member = await Member.join(host, port, domain, this.#room, `reader${reader}`);
      this.#sender ??= member;
      member.startCounting((count) => {
        this.#seen[reader]! += count;
        this.#tally?.arrived(reader, this.#seen[reader]!, performance.now());
      });
    };
    // The first member creates the room.
    await join(0);
    for (let from = 1; from < this.readers; from += openAtOnce) {
      const some = Array.from({ length: Math.min(openAtOnce, this.readers - from) }, (_, i) => from + i);
      await Promise.all(some.map(join));
    }
  }

  begin(tally: Tally): void {
    this.#seen.fill(0);
    this.#tally = tally;
  }

  async send(_n: number, body: string): Promise<void> {
    this.#sender!.send(this.#room, body);
  }
}

serveReaders(async (question) => {
  const roomReaders = new XmppReaders(question);
  await roomReaders.open(question);
  return roomReaders;
});
