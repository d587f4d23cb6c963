import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { startApp } from '../../harness/app.ts';
import { register } from '../../harness/client.ts';

const root = path.join(import.meta.dirname, '../../..');
const text = (file: string) => readFile(path.join(root, file), 'utf8');
const metricsIn = (expression: string): string[] =>
  [...expression.matchAll(/\b((?:kith|process|nodejs)_[a-z0-9_]+)/g)].map(([, name]) => String(name));

const promtool = spawnSync('promtool', ['--version']).status === 0;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

test('metrics have their own address, and describe the product', async (t) => {
  const app = await startApp(t, {
    env: { KITH_TRUST_PROXY: '127.0.0.1', KITH_BACKUP_TO: '/proc/no-such-place' },
  });
  // As after failed attempts: due for hours, and not ready before the next attempt.
  await app.database.sql(
    `UPDATE task SET due_at = now() - interval '3 hours', ready_at = now() + interval '1 hour'
      WHERE kind = 'take a backup'`,
  );
  const { metricsUrl } = app.kith;
  assert.ok(metricsUrl, 'the address is known');
  assert.equal((await app.city.get('/metrics')).status, 404, 'the public address has none');
  const ada = await register(app.city);
  await app.city.post('/api/tip', { to: 'nobody', amount: 1 }, { key: ada.api_key });
  const scraped = await (await fetch(metricsUrl)).text();
  const figure = (series: string) =>
    Number(new RegExp(`^${series.replaceAll(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(scraped)?.[1]);
  assert.ok(figure('kith_db_connections{state="open"}') >= 1);
  assert.ok(figure('kith_ledger_seal_lag_seconds') >= 0);
  assert.equal(figure('kith_payments_unfinished{state="settling"}'), 0);
  assert.match(scraped, /^kith_tasks\{kind="[^"]+",state="scheduled"\} \d+$/m);
  assert.ok(figure('kith_backup_overdue_seconds') >= 10_800);
  assert.equal(figure('kith_workers{state="busy"}'), 0);
  assert.ok(figure('kith_worker_tasks_waiting') === 0 && figure('kith_worker_lag_seconds') === 0);
  const elsewhere = await fetch(new URL('/other', metricsUrl));
  assert.equal(elsewhere.status, 404);

  // Metrics that alerts and the dashboard name exist.
  const { groups } = parse(await text('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(await text('deploy/grafana/kith.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const named = new Set(expressions.flatMap(metricsIn));
  assert.ok(named.size >= 15);
  for (const name of named) {
    const family = name.replace(/_(?:bucket|count|sum)$/, '');
    assert.match(scraped, new RegExp(`^# TYPE (?:${name}|${family}) `, 'm'), name);
  }

  // Every alert has a section in the runbook that says what to do.
  const runbook = await text('docs/runbook.md');
  for (const { alert, annotations, labels } of rules) {
    assert.equal(annotations.runbook, `docs/runbook.md#${alert.toLowerCase()}`);
    const section = runbook.split(/^## /m).find((each) => each.startsWith(`${alert}\n`)) ?? '';
    for (const word of ['**Means**', '**Look**', '**Do**'])
      assert.ok(section.includes(word), `${alert} ${word}`);
    assert.ok(['page', 'ticket'].includes(labels.severity), alert);
  }
});

test('promtool accepts the alerts and every expression of the dashboard', {
  skip: !promtool && 'no promtool',
}, async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'kith-rules-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const { panels } = JSON.parse(await text('deploy/grafana/kith.json')) as {
    panels: { id: number; targets: { refId: string; expr: string }[] }[];
  };
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length, 'panels have ids of their own');
  const rules = panels.flatMap(({ id, targets }) =>
    targets.map(({ refId, expr }) => ({ record: `panel_${id}_${refId}`, expr })),
  );
  const file = path.join(dir, 'dashboard.yml');
  await writeFile(file, stringify({ groups: [{ name: 'dashboard', rules }] }));
  for (const each of [path.join(root, 'deploy/prometheus/alerts.yml'), file]) {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', each], { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  }
});
