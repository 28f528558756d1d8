import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * Server code of a feature that others may import, in addition to `features/<name>/server/<name>.ts`: parts that have an interface of their
 * own, and what worker processes load without the database, which takes most of their start and memory. The list only gets shorter.
 */
const MORE_INTERFACES: readonly string[] = [
  'features/accounts/server/admin/admin.ts',
  'features/accounts/server/watchlist/watchlist.ts',
  'features/imports/server/parsing.ts',
  'features/market/server/companies.ts',
  'features/market/server/companies/companies.ts',
  'features/market/server/prices/prices.ts',
  'features/market/server/trading-days.ts',
  'features/signals/server/verification/verification.ts',
  'features/site/server/demo/demo.ts',
];

/** Mounts the routes of all features. */
const APP = 'app.ts';
/** Lists the commands of all features. */
const CLI = 'cli.ts';
const TESTS = /\.(?:test|spec)\.tsx?$|^(?:core|features\/[^/]+)\/e2e\//;

/** Returns why a file may not import another one, or `null`. Paths are from the root. Biome checks the directions within a feature. */
export function findProblem(importer: string, target: string): string | null {
  if (importer === APP || TESTS.test(importer)) return null;
  const [room, name, part] = target.split('/');
  if (room === 'core') return null;
  if (room !== 'features') {
    if (!importer.includes('/') || !ROOT_FILE.test(target)) return null;
    return IMPORTERS_OF_ROOT_FILES.get(target)?.test(importer) ? null : PRIVATE_ROOT_FILES;
  }
  if (importer.startsWith('core/')) return 'The core knows no feature.';
  if (importer.startsWith(`features/${name}/`)) return null;
  if (part === 'contract' || isInterface(target)) return null;
  if (importer === CLI && target.endsWith('.command.ts')) return null;
  if (part === 'web') return target.startsWith(`features/${name}/web/public/`) ? null : PRIVATE_PAGES;
  return `Import another feature through features/${name}/server/${name}.ts or its contract.`;
}

const ROOT_FILE = /^[\w.-]+\.ts$/;

/** The files in the root that others import. */
const IMPORTERS_OF_ROOT_FILES = new Map([
  ['dependencies.ts', /^features\//],
  ['routes.ts', /^core\/web\/routes\.ts$/],
  ['slots.ts', /^core\/web\/frame\//],
]);

const PRIVATE_ROOT_FILES =
  'Of the files in the root, features import dependencies.ts, the frame imports slots.ts, and nothing imports the others.';

const PRIVATE_PAGES = 'Other features use only the parts of pages that are in web/public/.';

function isInterface(target: string): boolean {
  const [, feature, file] = /^features\/([^/]+)\/server\/([^/]+)\.ts$/.exec(target) ?? [];
  return (feature !== undefined && feature === file) || MORE_INTERFACES.includes(target);
}

const IMPORT = /\b(?:from|import|import\(|typeof import\()\s*['"]([#.][^'"?]+)|@import\s*"(\.[^"]+)"/g;

/** Lists the project's files that a file imports, from the root. */
export function listImports(importer: string, code: string): string[] {
  return [...code.matchAll(IMPORT)].map(([, script, style]) => {
    const specifier = script ?? style ?? '';
    return specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(importer), specifier);
  });
}

function checkFile(file: string): string[] {
  return [...new Set(listImports(file, readFileSync(file, 'utf8')))].flatMap((target) => {
    const problem = findProblem(file, target);
    return problem === null ? [] : [`${file} → ${target}: ${problem}`];
  });
}

if (import.meta.main) {
  const files = globSync('{*.ts,{core,features}/**/*.{ts,tsx,mjs,css}}').sort();
  const messages = files.flatMap(checkFile);
  for (const message of messages) process.stdout.write(`${message}\n`);
  if (messages.length > 0) process.exitCode = 1;
}
