import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Prints the packages that a module loads, without running what it starts. */
const LIST_PACKAGES = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(resolved.url)?.[1];
      if (name) packages.add(name);
      return resolved;
    },
  });
  process.send = () => true;
  await import(process.argv[1]);
  process.stdout.write(JSON.stringify([...packages]), () => process.exit());
`;

it.each([
  'features/corporate-actions/server/import/event-file-worker.ts',
  'features/market/server/companies/import/company-file-worker.ts',
  'features/market/server/prices/import/price-file-worker.ts',
])('the process that parses files with %s does not load the database', async (worker) => {
  const module = new URL(`../../../../${worker}`, import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    LIST_PACKAGES,
    module,
  ]);
  const packages: string[] = JSON.parse(stdout);
  expect(packages).toContain('fflate');
  expect(packages).not.toContain('drizzle-orm');
  expect(packages).not.toContain('pg');
});
