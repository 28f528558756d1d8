import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const OWNER = fileURLToPath(new URL('./database-owner.ts', import.meta.url));
/** Creates a PID namespace like a container's: processes in it cannot see those outside. */
const NEW_NAMESPACE = ['--pid', '--fork', '--mount-proc', '--kill-child'];

/** Returns false if this user may not create PID namespaces, which needs root or user namespaces on Linux. */
export function canCreatePidNamespace(): boolean {
  return spawnSync('unshare', [...NEW_NAMESPACE, 'true']).status === 0;
}

export interface DatabaseOwner {
  /** `open`, or `rejected: ` and the reason. */
  result: string;
  /** The started process; with a namespace, the one whose exit ends all processes in it. */
  process: ChildProcess;
  /** Kills the owner with SIGKILL, like a crash; with a namespace, all processes in it. */
  kill(): Promise<void>;
}

/** Opens the embedded database of `dataDir` in another process, or in a simulated container on the same volume. */
export async function openDatabaseElsewhere(
  dataDir: string,
  { hasOwnPidNamespace = false } = {},
): Promise<DatabaseOwner> {
  const [command, ...args] = hasOwnPidNamespace
    ? (['unshare', ...NEW_NAMESPACE, process.execPath] as const)
    : ([process.execPath] as const);
  const owner = spawn(command, [...args, OWNER, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(owner.stdout, 'data');
  return {
    result: String(line).trim(),
    process: owner,
    async kill() {
      if (owner.exitCode !== null || owner.signalCode !== null) return;
      const exited = once(owner, 'exit');
      owner.kill('SIGKILL');
      await exited;
    },
  };
}
