import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { createVapid, generateVapidKey } from '#core/server/platform/push/vapid.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { createPushService } from '#tests/support/push-service.ts';
import { createSimulatedBot } from '#tests/support/telegram.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { createSimulatedReceiver } from '#tests/support/webhooks.ts';

const FOLDER = new URL('../../../../deploy/monitoring/', import.meta.url);
const RUNBOOK = new URL('../../../../docs/operations/monitoring.md', import.meta.url);

/** A site with every channel, so that it has all checks. */
const test = useTestApp(
  { METRICS_ALLOWED_IPS: '127.0.0.1', BACKUP_DIR: '/var/backups/tezi' },
  {
    paddle: createFakePaddle(),
    push: {
      vapid: createVapid({ privateKey: generateVapidKey(), contact: 'mailto:push@tezi.example' }),
      post: createPushService().post,
    },
    telegram: createSimulatedBot().bot,
    webhooks: { post: createSimulatedReceiver().post, demoUrl: null },
  },
);
let metrics: string;
beforeAll(async () => {
  ({ body: metrics } = await test.request({ url: '/metrics', remoteAddress: '127.0.0.1' }));
});

it.each(['alerts.yml', 'grafana-dashboard.json'])(
  'uses only metrics and labels in %s that the server has',
  (name) => {
    const existing = new Set([...metrics.matchAll(/^# TYPE (\S+) /gm)].map(([, metric]) => metric));
    const used = readFileSync(new URL(name, FOLDER), 'utf8').match(/\b(tezi|nodejs|process)_\w+/g) ?? [];
    expect(used.length).toBeGreaterThan(10);
    const unknown = used.filter((metric) => !existing.has(metric.replace(/_(bucket|sum|count)$/, '')));
    expect(unknown).toEqual([]);
  },
);

it('measures every check, and has a line for each in the runbook', () => {
  const measured = [...metrics.matchAll(/^tezi_check_state\{id="([^"]+)"\} (-?\d)$/gm)];
  const described = [...readFileSync(RUNBOOK, 'utf8').matchAll(/<a id="check-([^"]+)">/g)];
  const sort = (matches: RegExpExecArray[]) => matches.map(([, id]) => id).sort();
  expect(sort(measured)).toEqual(sort(described));
  expect(measured.length).toBeGreaterThan(10);
  // None is unknown: each has run.
  expect(measured.filter(([, , state]) => state === '-1')).toEqual([]);
  expect(metrics).toMatch(/^tezi_check_oldest_seconds\{id="email"\} 0$/m);
  expect(metrics).toMatch(/^tezi_check_offset_seconds\{id="clock"\} -?[\d.e-]+$/m);
  expect(metrics).toMatch(/^tezi_database_failures_total\{reason="disk_full"\} 0$/m);
});

it('tests the alerts with checks that exist', () => {
  const ids = [...readFileSync(new URL('alerts.test.yml', FOLDER), 'utf8').matchAll(/id="([^"]+)"/g)];
  expect(ids.length).toBeGreaterThan(3);
  expect(ids.map(([, id]) => id).filter((id) => !metrics.includes(`tezi_check_state{id="${id}"}`))).toEqual(
    [],
  );
});
