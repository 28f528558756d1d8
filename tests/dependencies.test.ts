import { execFile } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Matches the name of the package in an import. */
const PACKAGE_NAME = /(?:from|import)[ (]'(@[\w.-]+\/[\w.-]+|[\w.-]+)/g;

interface LockedPackage {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

interface Component {
  purl: string;
  scope: string;
  hashes?: { alg: string }[];
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  await readFile('package-lock.json', 'utf8'),
);
const dependencies = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, locked]) => ({ name: path.replace(/^.*node_modules\//, ''), ...locked }));

it('pins every dependency by hash and installs it from the registry', () => {
  expect(dependencies.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
  // Without a `resolved` URL, npm uses the registry.
  expect(dependencies.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it('installs no package in production that only simulators use', async () => {
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    await readFile('package.json', 'utf8'),
  );
  const productImports = new Set<string>();
  const simulatorImports = new Set<string>();
  for (const [folder, names] of [
    ['{*.ts,{core,db,features}/**/*.{ts,tsx,css}}', productImports],
    ['simulators/**/*.ts', simulatorImports],
  ] as const) {
    for await (const file of glob(folder)) {
      if (file.includes('.test.')) continue;
      for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(PACKAGE_NAME)) names.add(name);
    }
  }
  expect(simulatorImports).toContain('oidc-provider');
  expect(
    Object.keys(manifest.dependencies).filter(
      (name) => simulatorImports.has(name) && !productImports.has(name),
    ),
  ).toEqual([]);
});

it('decides for every dependency with installation scripts whether they run', async () => {
  const { allowScripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const names = dependencies.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect([...new Set(names)].sort()).toEqual(Object.keys(allowScripts).sort());
  const docs = (await readFile('docs/security.md', 'utf8')).replace(/\s+/g, ' ');
  const [, run = ''] = /whether they run: (.*?) That of/.exec(docs) ?? [];
  for (const [name, isAllowed] of Object.entries(allowScripts))
    expect(run.includes(`\`${name.replace(/\/.*/, '/*')}\``), name).toBe(isAllowed);
});

it('lists every dependency in the CycloneDX document of npm run sbom', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    maxBuffer: 32 * 1024 * 1024,
  });
  const document: { components: Component[] } = JSON.parse(stdout);
  expect(document).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: expect.stringMatching(/^1\.\d$/),
    metadata: { component: { type: 'application' } },
  });
  const listed = document.components.map(
    ({ purl, scope }) => `${decodeURIComponent(purl)} ${scope === 'required' ? 'production' : 'other'}`,
  );
  const locked = dependencies.map(({ name, version, dev }) => ({ purl: `pkg:npm/${name}@${version}`, dev }));
  expect(locked.filter(({ purl }) => !listed.some((entry) => entry.startsWith(`${purl} `)))).toEqual([]);
  expect(listed).toContain(`pkg:npm/react@${lock.packages['node_modules/react']?.version} production`);
  expect(listed).toContain(`pkg:npm/vitest@${lock.packages['node_modules/vitest']?.version} other`);
  expect(document.components.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512')).toEqual([]);
});
