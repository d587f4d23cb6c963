/**
 * The Protocol Buffers wire format, as far as ONNX files need it: fields are views into the message, without
 * copies.
 */
export interface ProtobufField {
  readonly number: number;
  /** 0: varint, 1: 64 bits, 2: bytes, 5: 32 bits. */
  readonly wire: number;
  readonly varint: bigint;
  readonly bytes: Buffer;
}

const empty = Buffer.alloc(0);

export function* decodeFields(message: Buffer): Generator<ProtobufField> {
  let at = 0;
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = message[at++];
      if (byte === undefined) throw new Error('the message ends inside a field');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7n;
    }
  };
  while (at < message.length) {
    const key = Number(varint());
    const [number, wire] = [key >>> 3, key & 7];
    if (wire === 0) {
      yield { number, wire, varint: varint(), bytes: empty };
      continue;
    }
    const size = wire === 2 ? Number(varint()) : wire === 5 ? 4 : wire === 1 ? 8 : -1;
    if (size < 0 || at + size > message.length) throw new Error(`field ${number} is not well formed`);
    yield { number, wire, varint: 0n, bytes: message.subarray(at, at + size) };
    at += size;
  }
}

/** A field as chunks: large payloads are written as they are, without a copy. */
export function encodeField({ number, wire, varint, bytes }: ProtobufField): Buffer[] {
  const key = encodeVarint(BigInt((number << 3) | wire));
  if (wire === 0) return [key, encodeVarint(varint)];
  return wire === 2 ? [key, encodeVarint(BigInt(bytes.length)), bytes] : [key, bytes];
}

export const bytesField = (number: number, bytes: Buffer): ProtobufField => ({
  number,
  wire: 2,
  varint: 0n,
  bytes,
});
export const stringField = (number: number, text: string): ProtobufField =>
  bytesField(number, Buffer.from(text));
export const numberField = (number: number, value: number | bigint): ProtobufField => ({
  number,
  wire: 0,
  varint: BigInt(value),
  bytes: empty,
});

export const encodeMessage = (fields: Iterable<ProtobufField>): Buffer =>
  Buffer.concat([...fields].flatMap(encodeField));

export function encodeVarint(value: bigint): Buffer {
  const out: number[] = [];
  let rest = BigInt.asUintN(64, value);
  do {
    const byte = Number(rest & 0x7fn);
    rest >>= 7n;
    out.push(rest > 0n ? byte | 0x80 : byte);
  } while (rest > 0n);
  return Buffer.from(out);
}
