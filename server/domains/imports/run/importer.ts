import type { ImportKind } from '#contract/imports/imports.ts';
import type { FilePlan, ImportFile } from '#server/domains/imports/plan/plan.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { databaseNow } from '#server/platform/schedule.ts';
import { beginImport, beginRevert, toCounts } from './begin-import.ts';
import { FileBatches, type FileObserver } from './file-batches.ts';
import { ABANDONED, type ImportRow, updateImport } from './imports.queries.ts';
import type { KindHandlers } from './kind-handler.ts';

export interface ImporterDependencies {
  database: Database;
  handlers: KindHandlers;
  clock: Clock;
  logger: Logger;
}

/** An import in progress. `finished` resolves to its final state. */
export interface RunningImport {
  row: ImportRow;
  finished: Promise<ImportRow>;
}

export interface Importer {
  handlers: KindHandlers;
  plan(file: ImportFile): Promise<FilePlan>;
  /** Starts writing the planned changes. Throws an `HttpError` if there are none or another import is running. */
  start(file: ImportFile, plan: FilePlan, request: ImportRequest): Promise<RunningImport>;
  /**
   * Starts importing several files as one import, without a preview. Throws an `HttpError` if none changes anything or another
   * import is running.
   */
  startFiles(
    target: { kind: ImportKind; name: string },
    files: AsyncIterable<ImportFile>,
    request: ImportRequest & FileObserver,
  ): Promise<RunningImport>;
  /** Starts reverting an import. Throws an `HttpError` if it cannot be reverted. */
  revert(id: number, request: ImportRequest): Promise<RunningImport>;
  /** Resolves when no import is in progress. */
  waitUntilIdle(): Promise<void>;
  /** Stops after the current batch. The import in progress becomes interrupted. */
  close(): Promise<void>;
}

export interface ImportRequest {
  /** The display name of the requester. */
  by: string;
  /** Records the import in the security log, in the transaction that starts it. */
  record?: (tx: Transaction, row: ImportRow) => Promise<void>;
  onProgress?: OnProgress;
}

/** Called after every batch; the next batch waits for it. */
type OnProgress = (row: ImportRow) => void | Promise<void>;

/** Imports files and reverts imports in batches, each in its own transaction. */
export function createImporter({ database, clock, logger, handlers }: ImporterDependencies): Importer {
  const running = new Set<Promise<unknown>>();
  let isClosing = false;

  /** Runs batches until `batch` returns `null`. */
  async function runBatches(
    begun: ImportRow,
    batch: Batch,
    onProgress: OnProgress,
    files?: FileBatches,
  ): Promise<ImportRow> {
    let row = begun;
    try {
      while (!isClosing) {
        await files?.prepare();
        const next = await database.transaction(async (tx, announce) => {
          const done = await batch(tx, row);
          announce(handlers[row.kind].topic);
          const changes =
            done === null
              ? toFinalChanges(row, clock.now())
              : { done: row.done + done, aliveAt: databaseNow };
          const updated = await updateImport(tx, row, { ...changes, ...(files ? toCounts(files.plan) : {}) });
          if (!updated) throw new Error(`import ${row.id} was taken over by another server`);
          return updated;
        });
        row = next;
        await onProgress(row);
        if (row.status === 'done' || row.status === 'reverted') return row;
      }
    } catch (error) {
      logger.error({ err: error, import: row.id }, 'import failed');
      await abandon(row).catch(() => {});
      throw error;
    }
    await abandon(row);
    return row;
  }

  const abandon = (row: ImportRow) => updateImport(database.db, row, { aliveAt: ABANDONED });

  function run(
    row: ImportRow,
    batch: Batch,
    onProgress: OnProgress = () => {},
    files?: FileBatches,
  ): RunningImport {
    const finished = runBatches(row, batch, onProgress, files);
    running.add(finished);
    const remove = () => running.delete(finished);
    finished.then(remove, remove);
    return { row, finished };
  }

  const waitUntilIdle = () => Promise.allSettled(running).then(() => {});

  return {
    handlers,
    waitUntilIdle,
    plan: (file) => handlers[file.kind].plan(database.db, file),
    async start(file, plan, { by, record, onProgress }) {
      const now = clock.now();
      const row = await database.transaction(async (tx) => {
        const begun = await beginImport(tx, { file, plan: toBegin(plan), by, now });
        await record?.(tx, begun);
        return begun;
      });
      return run(row, createWriteBatch(handlers, plan.writes, clock), onProgress);
    },
    async startFiles({ kind, name }, from, { by, record, onProgress, ...observer }) {
      const handler = handlers[kind];
      const files = new FileBatches(from, { handler, db: database.db, observer });
      await files.prepare();
      const row = await database.transaction(async (tx) => {
        const file = { kind, fileName: name };
        const begun = await beginImport(tx, { file, plan: files.plan, by, now: clock.now() });
        await record?.(tx, begun);
        return begun;
      });
      return run(row, (tx, current) => files.write(tx, current, clock.now()), onProgress, files);
    },
    async revert(id, { by, record, onProgress }) {
      const row = await database.transaction(async (tx) => {
        const begun = await beginRevert(tx, { id, by, handlers });
        await record?.(tx, begun);
        return begun;
      });
      return run(row, createRevertBatch(handlers), onProgress);
    },
    close() {
      isClosing = true;
      return waitUntilIdle();
    },
  };
}

/** Processes one batch and returns the number of rows, or `null` if none are left. */
type Batch = (tx: Transaction, row: ImportRow) => Promise<number | null>;

function createWriteBatch(handlers: KindHandlers, writes: readonly unknown[], clock: Clock): Batch {
  return async (tx, { id, kind, done }) => {
    const handler = handlers[kind];
    const batch = writes.slice(done, done + handler.batchSize);
    if (batch.length === 0) return null;
    await handler.write(tx, { importId: id, now: clock.now() }, batch);
    return batch.length;
  };
}

function createRevertBatch(handlers: KindHandlers): Batch {
  return async (tx, { id, kind }) => {
    const handler = handlers[kind];
    const reverted = await handler.revert(tx, id, handler.batchSize);
    return reverted === 0 ? null : reverted;
  };
}

const toBegin = ({ layout, counts, writes }: FilePlan) => ({ layout, counts, total: writes.length });

const toFinalChanges = ({ status }: ImportRow, now: Date) =>
  status === 'running'
    ? ({ status: 'done', finishedAt: now } as const)
    : ({ status: 'reverted', revertedAt: now } as const);
