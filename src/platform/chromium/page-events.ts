import { Type } from 'typebox';
import { valueDecoder } from '../decode.ts';

/** The fields that are read from DevTools events; all others are ignored. */

const headers = Type.Record(Type.String(), Type.String());
const response = Type.Object({
  url: Type.String(),
  status: Type.Integer(),
  headers,
  mimeType: Type.String(),
});

export type DocumentResponse = Type.Static<typeof response>;

export const decodeAttached = valueDecoder(
  Type.Object({
    sessionId: Type.String(),
    targetInfo: Type.Object({ targetId: Type.String(), type: Type.String() }),
  }),
);

export const decodeRequestSent = valueDecoder(
  Type.Object({
    requestId: Type.String(),
    type: Type.Optional(Type.String()),
    frameId: Type.Optional(Type.String()),
    request: Type.Object({ url: Type.String() }),
    redirectResponse: Type.Optional(response),
  }),
);

export const decodeResponse = valueDecoder(
  Type.Object({ requestId: Type.String(), type: Type.String(), response }),
);

export const decodeEnd = valueDecoder(
  Type.Object({ requestId: Type.String(), errorText: Type.Optional(Type.String()) }),
);

export const decodePaused = valueDecoder(
  Type.Object({
    requestId: Type.String(),
    resourceType: Type.String(),
    request: Type.Object({ url: Type.String() }),
  }),
);

export const decodeAuthRequired = valueDecoder(
  Type.Object({
    requestId: Type.String(),
    authChallenge: Type.Object({ source: Type.Optional(Type.String()) }),
  }),
);

export const decodeDialog = valueDecoder(Type.Object({ type: Type.String() }));

export const decodeVersion = valueDecoder(Type.Object({ userAgent: Type.String() }));

export const decodeWorld = valueDecoder(Type.Object({ executionContextId: Type.Integer() }));

export const decodeSnapshot = valueDecoder(
  Type.Object({
    result: Type.Object({
      value: Type.Object({ url: Type.String(), html: Type.Union([Type.String(), Type.Null()]) }),
    }),
  }),
);

export const decodeScreenshot = valueDecoder(Type.Object({ data: Type.String() }));
