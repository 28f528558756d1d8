import { expect, it } from 'vitest';
import { runBuild } from './build-pages.ts';

const run = (script: string) => runBuild(process.execPath, ['-e', script]);

it.each(['SIGKILL', 'SIGABRT'])('says that memory ran out when the build is ended by %s', async (signal) => {
  await expect(run(`process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`)).rejects.toThrow(
    `The pages could not be built: memory ran out (${signal}). The build needs about 1.2 GB of memory.`,
  );
});

it('shows the output of a build that fails, and resolves after one that succeeds', async () => {
  await expect(run(`console.error('no such module'); process.exit(1)`)).rejects.toThrow('no such module');
  await expect(run('')).resolves.toBeUndefined();
});
