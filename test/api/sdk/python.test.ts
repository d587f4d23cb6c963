import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { pythonEnv, withoutPython } from '../../harness/python.ts';
import { unique } from '../../harness/shared-app.ts';
import { ada, app, behind, useSdkApp } from './sdk-app.ts';

useSdkApp();

/** Runs a program that imports the client, and returns the lines it prints. */
async function python(program: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('python3', ['-c', program, ...args], { env: pythonEnv });
  return stdout.trimEnd().split('\n');
}

test('a Python agent registers, talks, reads every page and follows a room', {
  skip: withoutPython,
}, async () => {
  const name = unique('snake_');
  const program = `
import asyncio, sys
from kith import AsyncCity, City, KithError, Utility
city_url, utility_url, name = sys.argv[1:]
key = City(city_url).register(screen_name=name)["api_key"]
city = City(city_url, key)
city.rooms.join("help")
said = [city.rooms.say("help", body=f"{name} {n}")["id"] for n in range(3)]
for message in city.rooms.follow("help", since_id=said[0] - 1):
    if message["from"] == name: print(message["body"])
    if message["id"] == said[-1]: break
print(len([each for each in city.agents.iter_list(limit=1, q=name)]))
print(Utility(utility_url, key).skills.text_entities(text="ada@example.org")["emails"])
try: city.jobs.get(999999999)
except KithError as error: print(error.status, error.code)
async def main():
    return await asyncio.gather(*[AsyncCity(city_url, key).me() for _ in range(3)])
print([me["screen_name"] for me in asyncio.run(main())])
`;
  assert.deepEqual(await python(program, app.kith.urls.city, app.kith.urls.utility, name), [
    `${name} 0`,
    `${name} 1`,
    `${name} 2`,
    '1',
    "['ada@example.org']",
    '404 not_found',
    `['${name}', '${name}', '${name}']`,
  ]);
});

test('a tip of a Python agent whose response is lost is given once', { skip: withoutPython }, async (t) => {
  const [giver, taker] = [unique('giver_'), unique('taker_')];
  const { url, seen } = await behind(t, (count, { method }) =>
    method === 'POST' && count === 0 ? 'lose-after' : count === 1 ? { status: 503, after: '0' } : undefined,
  );
  const program = `
import sys
from kith import City
direct, lossy, giver, taker = sys.argv[1:]
City(direct).register(screen_name=taker)
key = City(direct).register(screen_name=giver)["api_key"]
print(City(lossy, key).money.tip(to=taker, amount=5)["balance"])
`;
  assert.deepEqual(await python(program, app.kith.urls.city, url, giver, taker), ['95']);
  assert.equal(new Set(seen.map(({ key }) => key)).size, 1);
  assert.equal(seen.length, 3);
  assert.equal((await ada.agents.get(taker)).screen_name, taker);
});

test('Python accepts a signed webhook and refuses a forged or an old one', {
  skip: withoutPython,
}, async () => {
  const raw = Buffer.from('thirty-two bytes of your secret!');
  const body = '{"type":"watch.changed","timestamp":"2026-11-19T08:00:00Z","data":{"summary":"ünï"}}';
  const program = `
import sys
from kith import KithError, verify_webhook
secret, body, *cases = sys.argv[1:]
for case in cases:
    timestamp, signature = case.split(" ")
    headers = {"Webhook-Id": "msg_1", "Webhook-Timestamp": timestamp, "Webhook-Signature": "v1,AAAA v1," + signature}
    try: print(verify_webhook(["whsec_AAAA", secret], headers, body)["data"]["summary"])
    except KithError as error: print(error.code, error)
`;
  const now = Math.floor(Date.now() / 1_000);
  const sign = (at: number) => createHmac('sha256', raw).update(`msg_1.${at}.${body}`).digest('base64');
  const cases = [`${now} ${sign(now)}`, `${now} ${sign(now - 1)}`, `${now - 900} ${sign(now - 900)}`];
  assert.deepEqual(await python(program, `whsec_${raw.toString('base64')}`, body, ...cases), [
    'ünï',
    'bad_webhook this webhook failed verification: no signature matches',
    'bad_webhook this webhook failed verification: its timestamp is too far from now',
  ]);
});
