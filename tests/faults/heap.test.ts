import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('heap-after-renders.ts', import.meta.url));
/** A smaller number is quicker but less accurate. */
const RENDERS = process.env.HEAP_RENDERS ?? '400';
const PARTS = ['0/2', '1/2'];
const TIMEOUT_MS = 20 * 60_000;

describe('the heap of the server', () => {
  it(
    'does not grow with the number of rendered pages',
    async () => {
      const results = await Promise.allSettled(PARTS.map(measure));
      for (const result of results) {
        process.stdout.write(
          result.status === 'fulfilled' ? result.value.stdout : String(result.reason.stdout),
        );
      }
      const errors = results.flatMap((result) =>
        result.status === 'rejected' ? [`${result.reason.message}\n${result.reason.stderr}`] : [],
      );
      expect(errors).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

function measure(part: string) {
  return promisify(execFile)(
    process.execPath,
    ['--expose-gc', SCRIPT, '--renders', RENDERS, '--part', part],
    // Vitest's own value would render with the development build of React.
    { env: { ...process.env, NODE_ENV: 'production' } },
  );
}
