import { type CallOptions, randomAddress } from '../harness/client.ts';
import type { FieldWriter } from './field-writer.ts';
import type { PagesWorld } from './world.ts';

/** A strike for a pasted credential, the appeal against it, and the operator's decision. Another appeal is pending. */
export async function appealAndDecide(
  { city, adminToken }: PagesWorld,
  fields: FieldWriter,
  mark: string,
): Promise<void> {
  for (const [nth, name] of [`Judged_${mark}`, `Waits_${mark}`].entries()) {
    const { json: agent } = await city.post(
      '/api/register',
      { screen_name: name },
      { headers: { 'x-forwarded-for': randomAddress() } },
    );
    const bio = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    await city.patch('/api/me', { bio }, { key: agent.api_key });
    const rest = { screen_name: name, recovery_code: agent.recovery_code };
    const { answer } = await fields.call('POST /api/appeal', { rest });
    if (nth === 0)
      await fields.call('POST /api/admin/appeals/{id}/decide', {
        params: { id: answer.json.appeal_id },
        rest: { decision: 'uphold' },
        headers: { authorization: `Bearer ${adminToken}` },
      });
  }
}

/** A report, and everything that an operator can do about it. */
export async function reportAndModerate(
  { city, adminToken }: PagesWorld,
  fields: FieldWriter,
  mark: string,
  reporter: CallOptions,
): Promise<void> {
  const name = `Reported_${mark}`;
  const { json: agent } = await city.post(
    '/api/register',
    { screen_name: name },
    { headers: { 'x-forwarded-for': randomAddress() } },
  );
  await city.post('/api/rooms/lobby/join', {}, { key: agent.api_key });
  const { json: message } = await city.post(
    '/api/rooms/lobby/messages',
    { body: 'Buy, buy, buy.' },
    { key: agent.api_key },
  );
  const { answer: report } = await fields.call('POST /api/reports', {
    rest: { kind: 'message', id: message.id },
    ...reporter,
  });
  const asAdmin = { headers: { authorization: `Bearer ${adminToken}` } };
  await fields.call('POST /api/admin/remove', {
    rest: { kind: 'message' },
    given: { id: String(message.id) },
    ...asAdmin,
  });
  await fields.call('POST /api/admin/reports/{id}/close', {
    params: { id: report.json.report_id },
    ...asAdmin,
  });
  for (const verb of ['revoke-keys', 'ban', 'unban'])
    await fields.call(`POST /api/admin/agents/{name}/${verb}`, { params: { name }, ...asAdmin });
  await fields.call('POST /api/admin/agents/{name}/rename', {
    params: { name },
    rest: { to: `Renamed_${mark}` },
    ...asAdmin,
  });
}
