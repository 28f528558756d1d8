import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip as gzipCallback } from 'node:zlib';
import { StartupError } from '#core/server/platform/startup-error.ts';

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCallback);

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const INPUTS = [
  'core/server/startup/build-pages.ts',
  'core/web',
  'core/contract',
  ...globSync('features/*/{contract,web}', { cwd: ROOT }).sort(),
  'routes.ts',
  'slots.ts',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
];
const SOURCES = join(ROOT, 'core', 'web');
const STAMP = join(ROOT, 'build', 'inputs.sha256');
const COMPILER = join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs');

const BUILD_MEMORY_MB = 1200;
const MEMORY_ADVICE =
  'The build needs about 1.2 GB of memory. If it does not complete, build where that is free, as docs/operations/debian.md describes, and copy the folder.';

/** Builds the pages unless there is a build of the current sources, or only a build (`deploy/build-release.sh`). */
export async function buildPages(report: (line: string) => void): Promise<void> {
  if (existsSync(STAMP) && !existsSync(SOURCES)) return;
  const inputs = await hashInputs();
  if (existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === inputs) return;
  if (!existsSync(COMPILER)) {
    if (existsSync(STAMP))
      return report('The pages were built from other sources, and this installation cannot rebuild them.');
    throw new StartupError(
      'The pages are not built, and the compiler is not installed. Run `npm ci && npm run build`.',
    );
  }
  report('Building the pages …');
  const freeMb = Math.round(process.availableMemory() / 1024 ** 2);
  if (freeMb < BUILD_MEMORY_MB) report(`Only ${freeMb} MB of memory are free. ${MEMORY_ADVICE}`);
  await runBuild(process.execPath, [COMPILER, 'build']);
  await compressFiles(join(ROOT, 'build', 'client'));
  await writeFile(STAMP, inputs);
}

const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/;

/** Writes a Brotli and a gzip copy next to every text file. */
async function compressFiles(folder: string): Promise<void> {
  const paths = (await listFiles(folder)).filter((path) => COMPRESSIBLE.test(path));
  await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(path);
      await writeFile(`${path}.br`, await brotli(content));
      await writeFile(`${path}.gz`, await gzip(content, { level: 9 }));
    }),
  );
}

async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    for (const path of await listFiles(join(ROOT, input))) {
      hash
        .update(path.slice(ROOT.length))
        .update('\0')
        .update(await readFile(path))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function listFiles(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Runs the compiler. Throws a `StartupError` with the reason if it fails. */
export function runBuild(command: string, parameters: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // Always the production build of React, also under a test runner's NODE_ENV.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = spawn(command, parameters, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', (error) =>
      reject(new StartupError(`The pages could not be built: ${error.message}`)),
    );
    child.once('exit', (code, signal) => {
      if (code === 0) return resolve();
      const text = Buffer.concat(output).toString('utf8');
      reject(new StartupError(`The pages could not be built: ${describeExit(text, signal)}`));
    });
  });
}

/** The system kills a process when memory runs out, and Node.js aborts when its heap does. */
function describeExit(output: string, signal: NodeJS.Signals | null): string {
  const isOutOfMemory = signal === 'SIGKILL' || signal === 'SIGABRT' || output.includes('heap out of memory');
  if (isOutOfMemory) return `memory ran out${signal ? ` (${signal})` : ''}. ${MEMORY_ADVICE}`;
  return signal === null ? `\n${output}` : `the build was ended by ${signal}.\n${output}`;
}
