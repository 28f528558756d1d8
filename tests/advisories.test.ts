import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ADVISORY = 'GHSA-0000-0000-0000';

/** The package registry: names the packages that are checked, and returns advisories for two of them. */
let checked: string[] = [];
let hasAdvisories = true;
const registry = createServer(async (request, response) => {
  if (!hasAdvisories || !request.url?.endsWith('/advisories/bulk')) {
    response.writeHead(404).end('{}');
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  checked = Object.keys(JSON.parse(gunzipSync(Buffer.concat(chunks)).toString()));
  const advisory = { vulnerable_versions: '>=0.0.1', cwe: [], cvss: { score: 8, vectorString: null } };
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      fastify: [
        { ...advisory, id: 1, title: 'Bad', severity: 'high', url: `https://advisories.test/${ADVISORY}` },
      ],
      pino: [
        { ...advisory, id: 2, title: 'Minor', severity: 'moderate', url: 'https://advisories.test/GHSA-1' },
      ],
    }),
  );
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'advisories-'));
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  registry.close();
  await rm(folder, { recursive: true });
});

async function check(exceptions: object[]): Promise<{ code: number; output: string }> {
  const file = join(folder, 'exceptions.json');
  await writeFile(file, JSON.stringify(exceptions));
  const { port } = registry.address() as AddressInfo;
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
  };
  return new Promise((resolve) => {
    const child = execFile('node', ['lint/check-advisories.ts', file], { env }, (_error, _stdout, output) =>
      resolve({ code: child.exitCode ?? -1, output }),
    );
  });
}

describe('npm run audit', () => {
  it('fails on an advisory of high severity for a production dependency', async () => {
    const { code, output } = await check([]);
    expect(output).toContain(`high: fastify: Bad (https://advisories.test/${ADVISORY})`);
    expect(output).not.toContain('Minor');
    expect(code).toBe(1);
    expect(checked).toContain('fastify');
    expect(checked).not.toContain('vitest');
  });

  it('accepts an exception until its date', async () => {
    const exception = { advisory: ADVISORY, reason: 'not reached', until: '2999-12-31' };
    expect(await check([exception])).toMatchObject({
      code: 0,
      output: expect.stringContaining('not reached'),
    });
    expect(await check([{ ...exception, until: '2026-01-01' }])).toMatchObject({ code: 1 });
  });

  it('does not fail when the registry has no advisories', async () => {
    hasAdvisories = false;
    const { code, output } = await check([]);
    expect(output).toContain('Advisories were not checked');
    expect(code).toBe(0);
  });
});
