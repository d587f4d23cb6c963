import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { compileOnce } from './compile-once.ts';

const serializerFor = compileOnce((schema: object) => fastJsonStringify(schema));

export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  const serialize = serializerFor(schema);
  return (answer: unknown) => serialize()(answer);
};
