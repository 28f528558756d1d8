/** Writes one backup for a server, in a process of its own (`write-in-process.ts`). */
import { findUnavailable } from '#core/server/platform/database/unavailable.ts';
import { getRootMessage } from '#core/server/platform/startup-error.ts';
import { writeBackup } from './write-backup.ts';
import type { BackupResult, BackupTask } from './write-in-process.ts';

// The server is gone.
process.on('disconnect', () => process.exit(1));
process.once('message', ({ url, file, now }: BackupTask) => {
  writeBackup(url, file, { now })
    .then(
      (): BackupResult => 'done',
      (error: Error) => {
        const unavailable = findUnavailable(error)?.reason;
        return { failure: unavailable ? getRootMessage(error) : error.message, unavailable };
      },
    )
    .then((result) => process.send?.(result));
});
