export type * from '../../pages/city/responses.ts';
