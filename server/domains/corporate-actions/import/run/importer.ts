import {
  type FilePlan,
  type ImportFile,
  planFile,
} from '#server/domains/corporate-actions/import/plan/plan-file.ts';
import type { PlannedWrite } from '#server/domains/corporate-actions/import/plan/plan-import.ts';
import { cacheHolidays } from '#server/domains/market/market.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { databaseNow } from '#server/platform/schedule.ts';
import { beginImport, beginRevert } from './begin-import.ts';
import { ABANDONED, type ImportRow, updateImport } from './imports.queries.ts';
import { revertEvents, writeEvents } from './write-events.ts';

export interface ImporterDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
}

/** An import in progress. `finished` resolves to its final state. */
export interface RunningImport {
  row: ImportRow;
  finished: Promise<ImportRow>;
}

export interface Importer {
  plan(file: ImportFile): Promise<FilePlan>;
  /** Starts writing the planned changes. Throws an `HttpError` if there are none or another import is running. */
  start(file: ImportFile, plan: FilePlan, request: ImportRequest): Promise<RunningImport>;
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

/** Small enough not to delay other requests: the embedded database serves one transaction at a time. */
const BATCH_SIZE = 250;

/** Imports files and reverts imports in batches, each in its own transaction. */
export function createImporter({ database, clock, logger }: ImporterDependencies): Importer {
  const getHolidays = cacheHolidays(database);
  const running = new Set<Promise<unknown>>();
  let isClosing = false;

  /** Runs batches until `batch` returns `null`. */
  async function runBatches(begun: ImportRow, batch: Batch, onProgress: OnProgress): Promise<ImportRow> {
    let row = begun;
    try {
      while (!isClosing) {
        const next = await database.transaction(async (tx, announce) => {
          const done = await batch(tx, row);
          announce('corporate-actions');
          const changes =
            done === null
              ? toFinalChanges(row, clock.now())
              : { done: row.done + done, aliveAt: databaseNow };
          const updated = await updateImport(tx, row, changes);
          if (!updated) throw new Error(`import ${row.id} was taken over by another server`);
          return updated;
        });
        row = next;
        await onProgress(row);
        if (row.status === 'done' || row.status === 'undone') return row;
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

  function run(row: ImportRow, batch: Batch, onProgress: OnProgress = () => {}): RunningImport {
    const finished = runBatches(row, batch, onProgress);
    running.add(finished);
    const remove = () => running.delete(finished);
    finished.then(remove, remove);
    return { row, finished };
  }

  const waitUntilIdle = () => Promise.allSettled(running).then(() => {});

  return {
    waitUntilIdle,
    plan: async (file) => planFile(database.db, file, { holidays: await getHolidays() }),
    async start(file, plan, { by, record, onProgress }) {
      const now = clock.now();
      const row = await database.transaction(async (tx) => {
        const begun = await beginImport(tx, { file, plan, by, now });
        await record?.(tx, begun);
        return begun;
      });
      return run(row, createWriteBatch(plan.writes, clock), onProgress);
    },
    async revert(id, { by, record, onProgress }) {
      const row = await database.transaction(async (tx) => {
        const begun = await beginRevert(tx, { id, by });
        await record?.(tx, begun);
        return begun;
      });
      return run(row, revertBatch, onProgress);
    },
    close() {
      isClosing = true;
      return waitUntilIdle();
    },
  };
}

/** Processes one batch and returns the number of rows, or `null` if none are left. */
type Batch = (tx: Transaction, row: ImportRow) => Promise<number | null>;

function createWriteBatch(writes: readonly PlannedWrite[], clock: Clock): Batch {
  return async (tx, { id, kind, done }) => {
    const batch = writes.slice(done, done + BATCH_SIZE);
    if (batch.length === 0) return null;
    await writeEvents(tx, { kind, importId: id, now: clock.now() }, batch);
    return batch.length;
  };
}

const revertBatch: Batch = async (tx, { id, kind }) => {
  const reverted = await revertEvents(tx, { kind, importId: id }, BATCH_SIZE);
  return reverted === 0 ? null : reverted;
};

const toFinalChanges = ({ status }: ImportRow, now: Date) =>
  status === 'running'
    ? ({ status: 'done', finishedAt: now } as const)
    : ({ status: 'undone', revertedAt: now } as const);
