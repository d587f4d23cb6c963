import { done, Person } from '../../../fixtures/city/jobs/board.ts';
import type { RegisteredAgent } from '../../../harness/client.ts';
import type { Worlds } from './world.ts';
import type { WorldMaker } from './worlds.ts';

const newNetwork = (n: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${n % 250}` } });

/** The states that the examples of the utility API need, by operation. */
export function utilityWorlds({ app, database }: Pick<WorldMaker, 'app' | 'database'>): Worlds {
  let count = 0;
  /** A caller with an ally key. */
  const ally = async () => {
    const { json } = await app.utility.post(
      '/ally/register',
      { agent: `ally-${++count}` },
      newNetwork(count),
    );
    return new Person(app.utility, { screen_name: json.agent, api_key: json.key } as RegisteredAgent);
  };
  const member = async () => {
    const who = await ally();
    const pledge = 'I join kithnet and accept the charter.';
    await done(who.call('POST', '/kithnet/join', { pledge, capability: 'maps', needs: 'poems' }));
    await database.sql(`INSERT INTO kithnet_member (subject, identity, agent, name_key, capability, needs, charter_version, since)
      SELECT 'ally:' || id, 'ally', agent, name_key, 'x', 'x', '1.0', now() FROM ally WHERE agent = 'ada-42' ON CONFLICT DO NOTHING`);
    return { who };
  };
  const watched = async () => {
    const who = await ally();
    // The example's, because invalid calls are answered with the examples.
    const id = 'wat_0123456789abcdef01234567';
    await database.sql('DELETE FROM webhook_delivery WHERE sender = $1', [id]);
    await database.sql('DELETE FROM watch WHERE id = $1', [id]);
    const seen = { up: true, status: 200, status_class: '2xx', reason: null };
    await database.sql(
      `WITH made AS (INSERT INTO watch (id, owner, kind, target, notify, secret, status, baseline, current, noise, checks,
          last_checked_at, next_check_at, created_at)
        SELECT $1, 'ally:' || id, 'endpoint', 'https://example.com/', 'https://example.org/hook', 'x', 'active', $2, $2, '[]', 1,
          now(), now() + interval '1 hour', now() FROM ally WHERE agent = $3 RETURNING *),
        place AS (INSERT INTO webhook_endpoint (owner, url) SELECT owner, notify FROM made RETURNING id),
        changed AS (INSERT INTO watch_change (id, watch_id, at, summary, before, after) OVERRIDING SYSTEM VALUE
          SELECT 1, id, now(), 'x', baseline, baseline FROM made RETURNING id),
        told AS (INSERT INTO webhook_delivery (message_id, endpoint_id, sender, change_id, type, secret, body, status, expires_at, created_at)
          SELECT 'msg_' || place.id, place.id, $1, changed.id, 'watch.changed', 'x', '{}', 'delivered', now(), now() FROM place, changed)
      SELECT 1`,
      [id, JSON.stringify(seen), who.name],
    );
    const [{ id: delivery }] = await database.sql('SELECT id FROM webhook_delivery WHERE sender = $1', [id]);
    return { who, params: { id, change: 1, delivery: Number(delivery) } };
  };
  const ordered = async (status = 'failed') => {
    const who = await ally();
    const id = 'vid_0123456789abcdef01234567';
    await database.sql('DELETE FROM video_job WHERE id = $1', [id]);
    await database.sql(
      `INSERT INTO video_job (id, owner, topic, voice, paid_by, status, stage, progress, token, created_at)
        SELECT $1, 'ally:' || id, 'x', 'af_heart', 'free', $3, 'voice', 0.2, $1, now() FROM ally WHERE agent = $2`,
      [id, who.name, status],
    );
    return { who, params: { id } };
  };
  const previewed = async () => {
    const who = await ally();
    const { preview_id: id } = await done(
      who.call('POST', '/video', { topic: 'Why is the sky blue?', preview: true, length_s: 15 }),
    );
    return { who, params: { id, name: 'scene-0.jpg' } };
  };
  return {
    previewStill: previewed,
    video: () => ordered(),
    cancelVideo: () => ordered('queued'),
    watch: watched,
    deleteWatch: watched,
    checkWatch: watched,
    testWatch: watched,
    redeliverChange: watched,
    pauseWatch: watched,
    resumeWatch: watched,
    watchDeliveries: watched,
    redeliverDelivery: watched,
    kithnetJoin: async () => ({ who: await ally() }),
    allyRotateKey: async () => ({ who: await ally() }),
    allyRevokeKey: async () => ({ who: await ally() }),
    kithnetTrade: member,
  };
}
