import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface TaskLimits {
  /** CPU time. */
  timeMs: number;
  memoryMb: number;
  /** A process is replaced after this many tasks, so that nothing accumulates in it. */
  maxTasks: number;
  /** The time after which an unused process ends. */
  idleMs: number;
  /** The module uses a native library. */
  allowsAddons?: true;
}

/** Messages of a process: `ready`, then for each task its parts and its result, or a failure that is not expected. */
export type TaskMessage<Part, Sent> = { part: Part } | { result: Sent };
type ProcessMessage<Part, Sent> = 'ready' | TaskMessage<Part, Sent> | { failure: string };

/** Thrown for a task that was stopped because it took too long or too much memory. */
export class TaskStoppedError extends Error {
  readonly exceeded: 'time' | 'memory';

  constructor(exceeded: 'time' | 'memory') {
    super(`The task exceeded its ${exceeded} limit and was stopped.`);
    this.exceeded = exceeded;
  }
}

/** Runs a task, calls `onPart` for each part of its result, and returns the rest. Throws a `TaskStoppedError` at a limit. */
type RunTask<Task, Part, Result> = (task: Task, onPart: (part: Part) => void) => Promise<Result>;

/** A process that runs one task at a time. */
interface Worker {
  process: ChildProcess;
  isReady: boolean;
  tasks: number;
}

/** The signals with which V8 ends a process that is out of memory, by platform. */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

/**
 * Creates a function that runs tasks on untrusted input in child processes with limits on time and memory, because hostile input can
 * keep a parser busy for minutes, and even normal input would delay the server's responses. A worker thread is not enough: if it
 * runs out of memory it can crash the whole server (decision 14). A process is used again after a success, and replaced after a failure
 * or a number of tasks. `module` calls `serveTasks`; `finish` converts a result, and its exception is a failure.
 */
export function createTaskRunner<Task, Part, Sent, Result>(
  module: URL,
  { timeMs, memoryMb, maxTasks, idleMs, allowsAddons }: TaskLimits,
  finish: (sent: Sent) => Result,
): RunTask<Task, Part, Result> {
  const idle = new Map<Worker, NodeJS.Timeout>();

  function takeWorker(): Worker {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (!isRunning(worker.process)) continue;
      setReferenced(worker.process, true);
      return worker;
    }
    return { process: startProcess(module, memoryMb, allowsAddons), isReady: false, tasks: 0 };
  }

  /** An idle process does not prevent the server from exiting, and exits when the server is gone. */
  function keepForReuse(worker: Worker): void {
    setReferenced(worker.process, false);
    const end = () => {
      idle.delete(worker);
      worker.process.kill('SIGKILL');
    };
    idle.set(worker, setTimeout(end, idleMs).unref());
  }

  return async (task, onPart) => {
    const worker = takeWorker();
    let isReusable = false;
    try {
      const result = finish(await runTask<Part, Sent>(worker, { task, timeMs, onPart }));
      worker.tasks += 1;
      isReusable = worker.tasks < maxTasks;
      return result;
    } finally {
      if (isReusable) keepForReuse(worker);
      else await kill(worker.process);
    }
  };
}

/** On Linux, a tenth of the CPU time of a process with the usual priority, if both need the same core. */
const NICENESS = 10;

/**
 * The child process cannot write files, start processes, or see the secrets in the server's environment. The server comes first: its
 * priority is higher, and near the memory limit the child's garbage collection would otherwise use all cores.
 */
function startProcess(module: URL, memoryMb: number, allowsAddons = false): ChildProcess {
  const child = fork(fileURLToPath(module), {
    execArgv: [
      `--max-old-space-size=${memoryMb}`,
      '--single-threaded-gc',
      '--permission',
      '--allow-fs-read=*',
      ...(allowsAddons ? ['--allow-addons'] : []),
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  }).on('error', () => {});
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // The process has already ended, which its task reports.
  }
  return child;
}

const isRunning = ({ pid, exitCode, signalCode, connected }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null && connected;

function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  if (isReferenced) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

/** The limit starts when the process is ready: starting it is not part of the task. */
async function runTask<Part, Sent>(
  worker: Worker,
  { task, timeMs, onPart }: { task: unknown; timeMs: number; onPart: (part: Part) => void },
): Promise<Sent> {
  const { process: child } = worker;
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  let removeLimit = () => {};
  const send = () => {
    worker.isReady = true;
    removeLimit = limitCpuTime(child.pid ?? 0, timeMs, () => reject(new TaskStoppedError('time')));
    child.send(task as object);
  };
  const onMessage = (message: ProcessMessage<Part, Sent>) => {
    if (message === 'ready') send();
    else if ('part' in message) onPart(message.part);
    else if ('result' in message) resolve(message.result);
    else reject(new Error('The task failed.', { cause: message.failure }));
  };
  const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
    const isOutOfMemory = signal !== null && OUT_OF_MEMORY.includes(signal);
    reject(
      isOutOfMemory
        ? new TaskStoppedError('memory')
        : new Error(`The process of a task exited unexpectedly (${signal ?? code}).`),
    );
  };
  child.on('message', onMessage);
  child.on('error', reject);
  child.on('exit', onExit);
  try {
    if (worker.isReady) send();
    return await promise;
  } finally {
    removeLimit();
    child.off('message', onMessage);
    child.off('exit', onExit);
    child.off('error', reject);
  }
}

/** The unit of `/proc/PID/stat` on Linux, on every processor (`getconf CLK_TCK` is 100). */
const TICK_MS = 10;
/** A process that waits instead of computing has this many times as long. */
const MAX_WAIT_FACTOR = 5;
const MIN_CHECK_MS = 20;

/**
 * Calls `onExceeded` once a process has used `limitMs` of CPU time from now on, so that a busy machine does not make a limit
 * shorter; at the latest after five times as long. Where the CPU time cannot be read, elapsed time counts. Returns a function
 * that removes the limit.
 */
export function limitCpuTime(pid: number, limitMs: number, onExceeded: () => void): () => void {
  const startMs = performance.now();
  const startCpuMs = readCpuMs(pid);
  let timer = setTimeout(check, limitMs);

  function check(): void {
    const elapsedMs = performance.now() - startMs;
    const cpuMs = startCpuMs === null ? null : readCpuMs(pid);
    const usedMs = cpuMs === null || startCpuMs === null ? elapsedMs : cpuMs - startCpuMs;
    const remainingMs = Math.min(limitMs - usedMs, MAX_WAIT_FACTOR * limitMs - elapsedMs);
    if (remainingMs <= 0) onExceeded();
    else timer = setTimeout(check, Math.max(MIN_CHECK_MS, remainingMs));
  }

  return () => clearTimeout(timer);
}

/** Returns the CPU time of a process, in milliseconds; `null` if it is unknown. */
function readCpuMs(pid: number): number | null {
  try {
    // The name of the process, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isNaN(ticks) ? null : ticks * TICK_MS;
  } catch {
    // The process has ended, or the system has no `/proc`.
    return null;
  }
}
