import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFakeCollector } from '#tests/support/fake-collector.ts';
import { NODE, startServerProcess } from '#tests/support/server-process.ts';

/** Prints the packages of the OpenTelemetry SDK that are loaded. */
const REPORT_PACKAGES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (/^@opentelemetry\\/(?!api)/.test(specifier)) process.stderr.write('loaded ' + specifier + '\\n');
      return next(specifier, context);
    },
  });
`)}`;
const COMMAND = [NODE, '--import', REPORT_PACKAGES, 'server/main.ts'];

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tezi-tracing-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

const start = (settings: Record<string, string>) =>
  startServerProcess({ DATA_DIR: dataDir, ...settings }, { command: COMMAND });

const request = (url: string) =>
  new Promise<void>((resolve, reject) => {
    get(url, (response) => response.resume().once('end', resolve)).once('error', reject);
  });

it('sends the last spans when it stops', { timeout: 60_000 }, async () => {
  const collector = await startFakeCollector();
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await request(`${server.url}/robots.txt`);
  expect(await server.stop()).toBe(0);
  await collector.close();
  expect(collector.spans.map(({ name }) => name)).toContain('GET /robots.txt');
  expect(server.output()).toContain('loaded @opentelemetry/sdk-trace');
});

it('stops in time when the collector does not respond', { timeout: 60_000 }, async () => {
  const collector = await startFakeCollector({ isSilent: true });
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await request(`${server.url}/robots.txt`);
  expect(await server.stop()).toBe(0);
  await collector.close();
});

it('loads nothing of the SDK without a collector', { timeout: 60_000 }, async () => {
  const server = await start({});
  await request(`${server.url}/robots.txt`);
  expect(await server.stop()).toBe(0);
  expect(server.output()).not.toContain('loaded @opentelemetry');
});
