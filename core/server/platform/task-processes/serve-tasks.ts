import type { TaskMessage } from './task-processes.ts';

/** Receiving a message blocks the server, so that results are sent in parts of about this many characters. */
const MAX_MESSAGE_LENGTH = 64_000;

/**
 * Runs the tasks that the parent process sends, one after another. The parent kills this process. `run` yields the parts of the
 * result and then the rest.
 */
export function serveTasks<Task, Part, Sent>(
  run: (task: Task) => Iterable<TaskMessage<Part, Sent>> | AsyncIterable<TaskMessage<Part, Sent>>,
): void {
  process.on('message', async (task: Task) => {
    try {
      for await (const message of run(task)) process.send?.(message);
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? error.stack : String(error) });
    }
  });
  process.send?.('ready');
}

/** Groups items into arrays, each small enough for one message. `getLength` returns the characters of an item. */
export function* groupByLength<T>(items: Iterable<T>, getLength: (item: T) => number): Generator<T[]> {
  let group: T[] = [];
  let length = 0;
  for (const item of items) {
    group.push(item);
    length += getLength(item);
    if (length < MAX_MESSAGE_LENGTH) continue;
    yield group;
    group = [];
    length = 0;
  }
  if (group.length > 0) yield group;
}
