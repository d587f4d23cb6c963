import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { compiledOnce } from './compiled-once.ts';

const serializerFor = compiledOnce((schema: object) => fastJsonStringify(schema));

export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema }) => {
  const serialize = serializerFor(schema);
  return (answer: unknown) => serialize()(answer);
};
