import {
  type FilePlan,
  type ImportFile,
  makePlan,
} from '#server/domains/corporate-actions/import/plan/plan-batch.ts';
import type { PlannedWrite } from '#server/domains/corporate-actions/import/plan/plan-import.ts';
import { keepHolidays } from '#server/domains/market/market.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database, Transaction } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';
import { databaseNow } from '#server/platform/schedule.ts';
import { beginImport, beginUndo } from './begin-import.ts';
import { GIVEN_UP, type ImportRow, updateImport } from './imports.queries.ts';
import { takeBackEvents, writeEvents } from './write-events.ts';

export interface ImporterParts {
  database: Database;
  clock: Clock;
  logger: Logger;
}

/** An import that goes on. `finished` gives it as it ended. */
export interface Running {
  row: ImportRow;
  finished: Promise<ImportRow>;
}

export interface Importer {
  plan(file: ImportFile): Promise<FilePlan>;
  /** Begins to write what is planned. Throws a `Refusal` when nothing is, or while another import runs. */
  start(file: ImportFile, plan: FilePlan, request: ImportRequest): Promise<Running>;
  /** Begins to take an import back. Throws a `Refusal` when it cannot be. */
  undo(id: number, request: ImportRequest): Promise<Running>;
  /** When nothing goes on any more. */
  settled(): Promise<void>;
  /** Ends what goes on after the batch under way; it is shown as interrupted. */
  close(): Promise<void>;
}

export interface ImportRequest {
  /** Who asks, by the name that is shown. */
  by: string;
  /** Records the import in the security log, in the transaction that begins it. */
  record?: (tx: Transaction, row: ImportRow) => Promise<void>;
  onProgress?: OnProgress;
}

/** Told after every batch; the next one waits for it. */
type OnProgress = (row: ImportRow) => void | Promise<void>;

/** Small enough that on the embedded database, which serves one transaction at a time, nobody waits long. */
const BATCH = 250;

/** Imports files and takes imports back, in batches with a transaction each. */
export function createImporter({ database, clock, logger }: ImporterParts): Importer {
  const holidays = keepHolidays(database);
  const underWay = new Set<Promise<unknown>>();
  let isClosing = false;

  /** Goes from batch to batch until `batch` has no more. */
  async function goOn(begun: ImportRow, batch: Batch, onProgress: OnProgress): Promise<ImportRow> {
    let row = begun;
    try {
      while (!isClosing) {
        const next = await database.transaction(async (tx, announce) => {
          const done = await batch(tx, row);
          announce('corporate-actions');
          const changes =
            done === null ? ending(row, clock.now()) : { done: row.done + done, aliveAt: databaseNow };
          const updated = await updateImport(tx, row, changes);
          if (!updated) throw new Error(`import ${row.id} was taken over`);
          return updated;
        });
        row = next;
        await onProgress(row);
        if (row.status === 'done' || row.status === 'undone') return row;
      }
    } catch (error) {
      logger.error({ err: error, import: row.id }, 'an import was broken off');
      await giveUp(row).catch(() => {});
      throw error;
    }
    await giveUp(row);
    return row;
  }

  const giveUp = (row: ImportRow) => updateImport(database.db, row, { aliveAt: GIVEN_UP });

  function run(row: ImportRow, batch: Batch, onProgress: OnProgress = () => {}): Running {
    const finished = goOn(row, batch, onProgress);
    underWay.add(finished);
    const forget = () => underWay.delete(finished);
    finished.then(forget, forget);
    return { row, finished };
  }

  const settled = () => Promise.allSettled(underWay).then(() => {});

  return {
    settled,
    plan: async (file) => makePlan(database.db, file, { holidays: await holidays() }),
    async start(file, plan, { by, record, onProgress }) {
      const now = clock.now();
      const row = await database.transaction(async (tx) => {
        const begun = await beginImport(tx, { file, plan, by, now });
        await record?.(tx, begun);
        return begun;
      });
      return run(row, writing(plan.writes, clock), onProgress);
    },
    async undo(id, { by, record, onProgress }) {
      const row = await database.transaction(async (tx) => {
        const begun = await beginUndo(tx, { id, by });
        await record?.(tx, begun);
        return begun;
      });
      return run(row, takeBack, onProgress);
    },
    close() {
      isClosing = true;
      return settled();
    },
  };
}

/** Does some of the work and tells how much; `null` when there is none left. */
type Batch = (tx: Transaction, row: ImportRow) => Promise<number | null>;

function writing(writes: readonly PlannedWrite[], clock: Clock): Batch {
  return async (tx, { id, kind, done }) => {
    const batch = writes.slice(done, done + BATCH);
    if (batch.length === 0) return null;
    await writeEvents(tx, { kind, importId: id, now: clock.now() }, batch);
    return batch.length;
  };
}

const takeBack: Batch = async (tx, { id, kind }) => {
  const taken = await takeBackEvents(tx, { kind, importId: id }, BATCH);
  return taken === 0 ? null : taken;
};

const ending = ({ status }: ImportRow, now: Date) =>
  status === 'running'
    ? ({ status: 'done', finishedAt: now } as const)
    : ({ status: 'undone', undoneAt: now } as const);
