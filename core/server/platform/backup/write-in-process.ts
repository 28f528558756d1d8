import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseUnavailable } from '#core/server/platform/database/unavailable.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { PARTIAL_SUFFIX } from './write-backup.ts';

export interface BackupTask {
  url: string;
  file: string;
  now: Date;
}

/** `unavailable` is the reason of a `DatabaseUnavailable`. */
export type BackupResult =
  | 'done'
  | { failure: string; unavailable: DatabaseUnavailable['reason'] | undefined };

const MODULE = fileURLToPath(new URL('./backup-process.ts', import.meta.url));
const MEMORY_MB = 384;

/**
 * Writes a backup in a process of its own: what it takes in memory is free again afterwards, while a server's would keep it. The
 * process ends with the server, and when the signal is aborted. Throws with the reason if the backup fails.
 */
export async function writeBackupInProcess(task: BackupTask, signal: AbortSignal): Promise<void> {
  const child = fork(MODULE, {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  const exited = once(child, 'exit');
  const received = once(child, 'message');
  received.catch(() => {});
  // Not on the command line, which other users of the machine can read.
  child.send(task);
  const end = ([code, reason]: unknown[]) => {
    throw new Error(`The process of the backup ended unexpectedly (${reason ?? code}).`);
  };
  try {
    const [result] = (await Promise.race([received, exited.then(end)])) as [BackupResult];
    if (result === 'done') return;
    const failure = new StartupError(result.failure);
    throw result.unavailable ? new DatabaseUnavailable(result.unavailable, failure) : failure;
  } finally {
    child.kill('SIGKILL');
    await exited.catch(() => {});
    // A killed process leaves it.
    await rm(`${task.file}${PARTIAL_SUFFIX}`, { force: true }).catch(() => {});
  }
}
