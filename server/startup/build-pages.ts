import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '#server/platform/startup-error.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INPUTS = ['web', 'contract', 'public', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts'];
const STAMP = join(ROOT, 'build', 'inputs.sha256');
const COMPILER = join(ROOT, 'node_modules', '.bin', 'react-router');

/** Builds the pages when there is no build or what it was made from has changed since. */
export async function buildPages(report: (line: string) => void): Promise<void> {
  const inputs = await inputsHash();
  if (existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === inputs) return;
  if (!existsSync(COMPILER)) {
    if (existsSync(STAMP))
      return report('The pages were built from other sources; this installation cannot rebuild them.');
    throw new StartupError(
      'The pages are not built, and what builds them is not installed. Run `npm ci && npm run build`.',
    );
  }
  report('Building the pages …');
  await run(COMPILER, ['build']);
  await writeFile(STAMP, inputs);
}

async function inputsHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    for (const path of await filesBelow(join(ROOT, input))) {
      hash
        .update(path.slice(ROOT.length))
        .update('\0')
        .update(await readFile(path))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesBelow(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function run(command: string, parameters: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', (error) =>
      reject(new StartupError(`The pages could not be built: ${error.message}`)),
    );
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else
        reject(new StartupError(`The pages could not be built:\n${Buffer.concat(output).toString('utf8')}`));
    });
  });
}
