import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDate } from '../../../../../src/utility/sites/feeds/dates.ts';

test('feed dates of every format are parsed to an instant in UTC', () => {
  const forms: Record<string, string> = {
    'Thu, 01 Jan 2004 19:48:21 GMT': '2004-01-01T19:48:21Z',
    'Thu, 01 Jan 04 19:48 EST': '2004-01-02T00:48:00Z',
    '1 January 2004 7:48:21 PM +0100': '2004-01-01T18:48:21Z',
    'Thu Jan 01 19:48:21 GMT+02:00 2004': '2004-01-01T17:48:21Z',
    'Sun Jan  4 16:29:06 2004': '2004-01-04T16:29:06Z',
    'Jan 4, 2004': '2004-01-04T00:00:00Z',
    '2003': '2003-01-01T00:00:00Z',
    '2003-12': '2003-12-01T00:00:00Z',
    '2003-12-31T10:14:55.25-08:00': '2003-12-31T18:14:55Z',
    '2003-12-31 10:14:55': '2003-12-31T10:14:55Z',
    '2003/12/31': '2003-12-31T00:00:00Z',
    '20031231T101455Z': '2003-12-31T10:14:55Z',
    '2003-335': '2003-12-01T00:00:00Z',
    '1072907695': '2003-12-31T21:54:55Z',
    '2004년 5월 28일 01:31:15': '2004-05-27T16:31:15Z',
    '2004-05-28 오후 11:23:17': '2004-05-28T14:23:17Z',
    'Κυρ, 11 Ιούλ 2004 12:00:00 EST': '2004-07-11T17:00:00Z',
    'lun., 3 févr. 2020 08:00:00 +0100': '2020-02-03T07:00:00Z',
  };
  for (const [sent, wanted] of Object.entries(forms)) assert.equal(readDate(sent), wanted, sent);
  for (const none of ['', ' ', 'yesterday', '2004-13-01', 'Thu, 41 Jan 2004', '32', 'a'.repeat(100_000)])
    assert.equal(readDate(none), null, none.slice(0, 30));
});
