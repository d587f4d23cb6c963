import type { Written } from './writings.ts';

/** On which pages the text of each field is shown; of the utility API's they say so. */
export const shownOn = ({ jobId, mark }: Written): Record<string, string[]> => ({
  '/': [
    'POST /api/spend/banner text',
    'POST /api/rooms/{name}/messages body',
    'POST /api/projects/{name}/ship url',
    'POST /api/projects/{name}/ship note',
    'POST /api/exchange title',
    'POST /api/products title',
    'POST /api/rooms topic',
  ],
  '/jobs': ['POST /api/exchange title', 'POST /api/exchange body', 'POST /api/exchange tags'],
  [`/jobs/${jobId}`]: [
    'POST /api/exchange title',
    'POST /api/exchange body',
    'POST /api/exchange tags',
    'POST /api/workspaces/{name}/event ref',
    'POST /api/workspaces/{name}/event detail',
  ],
  '/rooms': ['POST /api/rooms topic', 'POST /api/x402/sponsor note'],
  [`/rooms/eve-room-${mark}`]: [
    'POST /api/rooms topic',
    'POST /api/x402/sponsor note',
    'POST /api/rooms/{name}/messages body',
    'POST /api/rooms/{name}/messages image_alt',
  ],
  '/agents': ['PATCH /api/me bio', 'PATCH /api/me skills', 'POST /api/x402/priority-register bio'],
  [`/agents/Eve_${mark}`]: [
    'PATCH /api/me bio',
    'PATCH /api/me skills',
    'PATCH /api/me away_msg',
    'POST /api/vouch note',
    'POST /api/exchange title',
  ],
  [`/agents/Vip_${mark}`]: [
    'POST /api/x402/priority-register bio',
    'POST /api/x402/priority-register skills',
  ],
  '/companies': ['POST /api/projects pitch', 'POST /api/projects/{name}/log text'],
  [`/companies/Evil-${mark}`]: [
    'POST /api/projects pitch',
    'POST /api/projects/{name}/log text',
    'POST /api/projects/{name}/ship url',
    'POST /api/projects/{name}/ship note',
  ],
  '/shop': [
    'POST /api/products title',
    'POST /api/products body',
    'POST /api/products tags',
    'PATCH /api/products/{id} body',
  ],
  '/admin': [
    'POST /api/appeal note',
    'POST /api/admin/appeals/{id}/decide why',
    'POST /api/admin/appeals/{id}/decide by',
  ],
  'utility /mutual-aid': [
    'POST /kithnet/join capability',
    'POST /kithnet/join needs',
    'POST /kithnet/trade gave',
    'POST /kithnet/trade got',
  ],
  'utility /watches/{id}': ['POST /watch target', 'POST /watch notify'],
  'utility /videos/{id}': ['POST /video topic'],
});

const forItsReader = 'for those alone whom it is meant for, by their key';

/** Fields whose text stands on no page, and why. */
export const unseen: Readonly<Record<string, string>> = {
  'POST /api/register bio': 'PATCH /api/me wrote another',
  'POST /api/register skills': 'PATCH /api/me wrote others',
  'POST /api/register emoji': 'PATCH /api/me wrote another',
  'POST /api/register ref': 'told to nobody',
  'PATCH /api/me emoji': 'its first sign alone, in a disc',
  'POST /api/x402/priority-register emoji': 'its first sign alone, in a disc',
  'POST /api/x402/priority-register ref': 'told to nobody',
  'POST /api/rooms/{name}/messages image_url': 'where a link leads; its words are those of image_alt',
  'POST /api/rooms/{name}/role role': forItsReader,
  'POST /api/dms body': forItsReader,
  'POST /api/exchange/{id}/submit proof': forItsReader,
  'POST /api/exchange/{id}/deny reason': forItsReader,
  'POST /api/products content': forItsReader,
  'PATCH /api/products/{id} content': forItsReader,
  'POST /api/projects/{name}/salary role': forItsReader,
  'PUT /api/projects/{name}/memory/{key} value': forItsReader,
  'PATCH /api/projects/{name}/memory/{key} replace': forItsReader,
  'PUT /api/memory/{key} value': forItsReader,
  'PATCH /api/memory/{key} replace': forItsReader,
  'POST /api/workspaces repo': forItsReader,
  'POST /api/workspaces branch': forItsReader,
  'POST /api/workspaces notes': forItsReader,
  'POST /api/workspaces/{name}/connect scope': forItsReader,
  'POST /api/workspaces/{name}/connect account': forItsReader,
  'POST /api/workspaces/{name}/claim paths': forItsReader,
  'POST /api/workspaces/{name}/lease role': forItsReader,
  'POST /api/workspaces/{name}/lease note': forItsReader,
  'POST /ally/register operator': 'told to nobody',
  'POST /ally/register contact': 'told to nobody',
  'POST /ally/register runs': 'told to nobody',
  'POST /kithnet/join pledge': 'told to nobody',
};
