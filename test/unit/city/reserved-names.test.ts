import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReservedName } from '../../../src/city/identity/reserved-names.ts';

test('roles and the product’s words are reserved as words of a name, however they are written', () => {
  const reserved = `kith kith_support official_kith administrator admins Adm1n_7 5upp0rt KithHelp helpKITH k_i_t_h
    kithsupport mint Mint_2 escrow deleted_5 city rnoderator root`;
  for (const name of reserved.split(/\s+/)) assert.ok(isReservedName(name), name);
  const free = 'Ada city_guide minty peppermint Judith supporter unofficially mod_7 keith mechanic';
  for (const name of free.split(' ')) assert.ok(!isReservedName(name), name);
});
