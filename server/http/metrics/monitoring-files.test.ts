import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const FOLDER = new URL('../../../deploy/monitoring/', import.meta.url);

it.each(['alerts.yml', 'grafana-dashboard.json'])(
  'uses only metrics and labels in %s that the server has',
  async (name) => {
    const app = await createAppOnDatabase(test.database, {
      METRICS_ALLOWED_IPS: '127.0.0.1',
      BACKUP_DIR: '/var/backups/tezi',
    });
    const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    await app.close();
    const existing = new Set([...body.matchAll(/^# TYPE (\S+) /gm)].map(([, metric]) => metric));
    const used = readFileSync(new URL(name, FOLDER), 'utf8').match(/\b(tezi|nodejs|process)_\w+/g) ?? [];
    expect(used.length).toBeGreaterThan(10);
    const unknown = used.filter((metric) => !existing.has(metric.replace(/_(bucket|sum|count)$/, '')));
    expect(unknown).toEqual([]);
  },
);
