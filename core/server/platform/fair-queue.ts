/** The place of a client in a queue. */
export interface Lane {
  /** Work of one client runs one after another, so that a place stays free for the next client. `null` sets no limit. */
  client: string | null;
  /**
   * Nested groups of clients, the outermost first. Groups take turns at every level, so that a network with many addresses gets no more
   * turns than one with a single address.
   */
  groups: readonly string[];
}

interface Job {
  client: string | null;
  start(): void;
  reject(error: Error): void;
}

interface Group {
  /** In the order of their turns. */
  children: Map<string, Group>;
  jobs: Job[];
  /** The jobs of the group and of its children. */
  size: number;
}

const createGroup = (): Group => ({ children: new Map(), jobs: [], size: 0 });

/**
 * Limits concurrent work, for which clients take turns. If too much is waiting, the newest job of the largest group is rejected with
 * the error of `createError`: a client that waits for little keeps its place.
 */
export class FairQueue {
  readonly #options: { maxRunning: number; maxWaiting: number; createError: () => Error };
  readonly #root = createGroup();
  readonly #runningClients = new Set<string | null>();
  #running = 0;

  constructor(options: { maxRunning: number; maxWaiting: number; createError: () => Error }) {
    this.#options = options;
  }

  async run<Result>({ client, groups }: Lane, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve, reject) => {
      this.#enter(groups, { client, start: resolve, reject });
      this.#startNext();
      if (this.#root.size > this.#options.maxWaiting) {
        removeNewest(this.#root)?.reject(this.#options.createError());
      }
    });
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#runningClients.delete(client);
      this.#startNext();
    }
  }

  #enter(groups: readonly string[], job: Job): void {
    let group = this.#root;
    group.size += 1;
    for (const name of groups) {
      const child = group.children.get(name) ?? createGroup();
      group.children.set(name, child);
      child.size += 1;
      group = child;
    }
    group.jobs.push(job);
  }

  #startNext(): void {
    while (this.#running < this.#options.maxRunning) {
      const job = this.#takeNext(this.#root);
      if (!job) return;
      this.#running += 1;
      if (job.client !== null) this.#runningClients.add(job.client);
      job.start();
    }
  }

  #takeNext(group: Group): Job | null {
    for (const [name, child] of group.children) {
      const job = this.#takeNext(child);
      if (!job) continue;
      group.size -= 1;
      // The next turn is another child's.
      group.children.delete(name);
      if (child.size > 0) group.children.set(name, child);
      return job;
    }
    const index = group.jobs.findIndex(({ client }) => !this.#runningClients.has(client));
    if (index < 0) return null;
    group.size -= 1;
    return group.jobs.splice(index, 1)[0] ?? null;
  }
}

/** Removes a job of the largest group. Of several groups of that size it is the last one, which entered last. */
function removeNewest(group: Group): Job | undefined {
  group.size -= 1;
  const [name, largest] =
    [...group.children].reduce<[string, Group] | null>(
      (best, child) => (best && best[1].size > child[1].size ? best : child),
      null,
    ) ?? [];
  if (name === undefined || !largest || group.jobs.length > largest.size) return group.jobs.pop();
  const job = removeNewest(largest);
  if (largest.size === 0) group.children.delete(name);
  return job;
}
