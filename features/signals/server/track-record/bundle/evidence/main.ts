import { fileURLToPath } from 'node:url';
import { evaluateBundle } from './evaluate.ts';

try {
  const folder = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
  const { lines, differences } = await evaluateBundle(folder);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = differences === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
