import {
  bytesField,
  decodeFields,
  encodeMessage,
  numberField,
  type ProtobufField,
  stringField,
} from './protobuf.ts';

/** Field numbers from onnx.proto that are read or written here. */
export const modelFields = { graph: 7 } as const;
export const graphFields = { node: 1, initializer: 5, output: 12 } as const;
const nodeFields = { input: 1, output: 2, name: 3, op: 4, attribute: 5 } as const;
const tensorFields = { dims: 1, type: 2, floats: 4, integers: 5, name: 8, raw: 9 } as const;

export interface GraphNode {
  readonly name: string;
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: readonly Buffer[];
  /** The node as encoded in the file, if it comes from one. */
  readonly encoded?: Buffer;
}

export const tensorTypes = { float: 1, uint8: 2, int8: 3 } as const;

export interface Tensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly type: number;
  readonly raw: Buffer;
  readonly encoded?: Buffer;
}

export function decodeNode(encoded: Buffer): GraphNode {
  const inputs: string[] = [];
  const outputs: string[] = [];
  const attributes: Buffer[] = [];
  let [name, op] = ['', ''];
  for (const { number, bytes } of decodeFields(encoded)) {
    if (number === nodeFields.input) inputs.push(bytes.toString());
    if (number === nodeFields.output) outputs.push(bytes.toString());
    if (number === nodeFields.name) name = bytes.toString();
    if (number === nodeFields.op) op = bytes.toString();
    if (number === nodeFields.attribute) attributes.push(bytes);
  }
  return { name, op, inputs, outputs, attributes, encoded };
}

export const encodeNode = (node: GraphNode): Buffer =>
  node.encoded ??
  encodeMessage([
    ...node.inputs.map((input) => stringField(nodeFields.input, input)),
    ...node.outputs.map((output) => stringField(nodeFields.output, output)),
    stringField(nodeFields.name, node.name),
    stringField(nodeFields.op, node.op),
    ...node.attributes.map((attribute) => bytesField(nodeFields.attribute, attribute)),
  ]);

export function decodeTensor(encoded: Buffer): Tensor {
  const dims: number[] = [];
  let [name, type] = ['', 0];
  let raw: Buffer = Buffer.alloc(0);
  for (const field of decodeFields(encoded)) {
    if (field.number === tensorFields.dims) dims.push(...integersIn(field));
    if (field.number === tensorFields.type) type = Number(field.varint);
    if (field.number === tensorFields.name) name = field.bytes.toString();
    if (field.number === tensorFields.raw || field.number === tensorFields.floats)
      raw = raw.length === 0 ? field.bytes : Buffer.concat([raw, field.bytes]);
    // Small constants are stored as a list of integers instead of as bytes.
    if (field.number === tensorFields.integers) raw = Buffer.concat([raw, Buffer.from(integersIn(field))]);
  }
  return { name, dims, type, raw, encoded };
}

/** Repeated numbers may be packed into one field. */
function integersIn({ wire, varint, bytes }: ProtobufField): number[] {
  if (wire === 0) return [Number(varint)];
  const values: number[] = [];
  let [value, shift] = [0, 0];
  for (const byte of bytes) {
    value += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if (byte >= 0x80) continue;
    values.push(value);
    [value, shift] = [0, 0];
  }
  return values;
}

export const encodeTensor = (tensor: Tensor): Buffer =>
  tensor.encoded ??
  encodeMessage([
    ...tensor.dims.map((dim) => numberField(tensorFields.dims, dim)),
    numberField(tensorFields.type, tensor.type),
    stringField(tensorFields.name, tensor.name),
    bytesField(tensorFields.raw, tensor.raw),
  ]);

/** The numbers of a tensor of bytes or floats. */
export function decodeNumbers({ name, type, raw }: Tensor): Float32Array {
  if (type === tensorTypes.uint8) return Float32Array.from(raw);
  const copy = raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length) as ArrayBuffer;
  if (type === tensorTypes.int8) return Float32Array.from(new Int8Array(copy));
  if (type === tensorTypes.float) return new Float32Array(copy);
  throw new Error(`tensor ${name} has the unsupported type ${type}`);
}
