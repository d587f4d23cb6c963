import { Type } from 'typebox';
import { nullable, timestamp } from '../../platform/http/schema.ts';

export const entrySchema = Type.Object({
  seq: Type.Integer(),
  at: timestamp(),
  kind: Type.String(),
  from: Type.String(),
  to: Type.String(),
  amount: Type.Integer(),
  memo: nullable(Type.String()),
  ref: nullable(Type.String()),
  prev_hash: Type.String(),
  hash: Type.String(),
});
