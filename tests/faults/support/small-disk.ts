import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A small file system that a test can fill. */
export interface SmallDisk {
  path: string;
  /** Uses all space that is left. */
  fill(): void;
  /** Frees that space again. */
  free(): void;
}

const CHUNKS_BYTES = [1024 * 1024, 4096, 1];

/**
 * Mounts a file system in memory for the tests of one `describe`. Returns `null` where that is not allowed, which usually
 * needs root; those tests are skipped then.
 */
export function useSmallDisk(megabytes: number): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'tezi-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'pipe' });
  } catch (error) {
    rmdirSync(path);
    process.stdout.write(`A small disk cannot be mounted: its fault tests are skipped. ${error}\n`);
    return null;
  }
  const filler = join(path, 'filler');
  afterAll(() => {
    execFileSync('umount', ['--lazy', path]);
    rmdirSync(path);
  });
  return {
    path,
    fill() {
      const file = openSync(filler, 'a');
      for (const bytes of CHUNKS_BYTES) {
        const chunk = Buffer.alloc(bytes);
        while (writeAll(file, chunk)) {}
      }
      closeSync(file);
    },
    free: () => rmSync(filler),
  };
}

/** Returns false if the disk is full. */
function writeAll(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) === chunk.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return false;
  }
}
