import type { Clock } from '#core/server/platform/clock.ts';
import { collectGarbageLater } from '#core/server/platform/collect-garbage.ts';
import type { Announce, Database, Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { databaseNow } from '#core/server/platform/schedule.ts';
import type { ImportKind, PreviewStatus } from '#features/imports/contract/imports.ts';
import type { SigningKey } from '#features/ledger/server/ledger.ts';
import { listAliases } from './aliases.ts';
import { enterFiles, hashFile, type ImportedFile } from './enter-files.ts';
import { ABANDONED, type ImportRow, updateImport } from './imports.queries.ts';
import {
  confirmRows,
  type FilePlan,
  type ImportFile,
  type KindHandler,
  type KindHandlers,
  NO_ROWS,
} from './plan.ts';
import { beginImport, beginRevert, toCounts } from './start-import.ts';

/** Rows whose plan takes tens of megabytes. */
const LARGE_PLAN_ROWS = 2_000;

interface ImporterDependencies {
  database: Database;
  handlers: KindHandlers;
  clock: Clock;
  logger: Logger;
  /** Signs the entries of imported prices in the ledger. */
  signingKey: SigningKey | null;
}

/** An import in progress. `finished` resolves to its final state. */
interface RunningImport {
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

interface ImportRequest {
  /** The display name of the requester. */
  by: string;
  /** Records the import in the security log, in the transaction that starts it. */
  record?: (tx: Transaction, row: ImportRow) => Promise<void>;
  onProgress?: OnProgress;
}

/** Called after every batch; the next batch waits for it. */
type OnProgress = (row: ImportRow) => void | Promise<void>;

/** Imports files and reverts imports in batches, each in its own transaction. */
export function createImporter({
  database,
  clock,
  logger,
  handlers,
  signingKey,
}: ImporterDependencies): Importer {
  const running = new Set<Promise<unknown>>();
  let isClosing = false;

  /** Runs batches until `batch` returns `null`. */
  async function runBatches(
    begun: ImportRow,
    batch: Batch,
    onProgress: OnProgress,
    writes?: PlannedWrites,
  ): Promise<ImportRow> {
    let row = begun;
    try {
      while (!isClosing) {
        await writes?.prepare();
        const next = await database.transaction(async (tx, announce) => {
          const done = await batch(tx, row);
          announce(handlers[row.kind].topic);
          const changes =
            done === null
              ? toFinalChanges(row, clock.now())
              : { done: row.done + done, aliveAt: databaseNow };
          const updated = await updateImport(tx, row, {
            ...changes,
            ...(writes ? toCounts(writes.plan) : {}),
          });
          if (!updated) throw new Error(`import ${row.id} was taken over by another server`);
          if (writes) await enter(tx, announce, row, writes);
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

  /** Enters the files of the writes that the ledger does not have yet. */
  async function enter(tx: Transaction, announce: Announce, row: ImportRow, writes: PlannedWrites) {
    const target = { importId: row.id, kind: row.kind, clock, signingKey };
    if (await enterFiles(tx, writes.takeFiles(), target)) announce('ledger');
  }

  const abandon = (row: ImportRow) => updateImport(database.db, row, { aliveAt: ABANDONED });

  function run(
    row: ImportRow,
    batch: Batch,
    onProgress: OnProgress = () => {},
    writes?: PlannedWrites,
  ): RunningImport {
    const finished = runBatches(row, batch, onProgress, writes);
    running.add(finished);
    const remove = () => running.delete(finished);
    finished.then(remove, remove);
    return { row, finished };
  }

  async function start(
    file: Pick<ImportFile, 'kind' | 'fileName'>,
    plans: AsyncIterable<PlannedFile> | Iterable<PlannedFile>,
    { by, record, onProgress }: ImportRequest,
  ): Promise<RunningImport> {
    const writes = new PlannedWrites(handlers[file.kind], plans);
    await writes.prepare();
    const row = await database.transaction(async (tx, announce) => {
      const begun = await beginImport(tx, { file, plan: writes.plan, by, now: clock.now() });
      await record?.(tx, begun);
      await enter(tx, announce, begun, writes);
      return begun;
    });
    return run(row, (tx, current) => writes.write(tx, current, clock.now()), onProgress, writes);
  }

  const waitUntilIdle = () => Promise.allSettled(running).then(() => {});

  return {
    handlers,
    waitUntilIdle,
    async plan(file) {
      const plan = await handlers[file.kind].plan(database.db, {
        aliases: await listAliases(database.db),
        ...file,
      });
      const rows = Object.values(plan.counts).reduce((sum, count) => sum + count, 0);
      if (rows > LARGE_PLAN_ROWS) collectGarbageLater();
      return plan;
    },
    start: (file, plan, request) => start(file, [{ file, plan }], request),
    startFiles({ kind, name }, files, { onPlanned, onRejected, confirmsReview, ...request }) {
      const plans = planFiles(handlers[kind], database.db, files, { onPlanned, onRejected, confirmsReview });
      return start({ kind, fileName: name }, plans, request);
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

function createRevertBatch(handlers: KindHandlers): Batch {
  return async (tx, { id, kind }) => {
    const handler = handlers[kind];
    const reverted = await handler.revert(tx, id, handler.batchSize);
    return reverted === 0 ? null : reverted;
  };
}

const toFinalChanges = ({ status }: ImportRow, now: Date) =>
  status === 'running'
    ? ({ status: 'done', finishedAt: now } as const)
    : ({ status: 'reverted', revertedAt: now } as const);

interface FileObserver {
  /** Also writes the rows that need review. */
  confirmsReview?: boolean | undefined;
  /** Called when a file is planned, before it is written. */
  onPlanned(file: ImportFile, plan: FilePlan): void;
  /** Called for a file that cannot be read at all; the others are imported. */
  onRejected(file: ImportFile, error: HttpError): void;
}

interface PlannedFile {
  file: Pick<ImportFile, 'sha256' | 'content' | 'repairs'>;
  plan: FilePlan;
}

/** Plans files, each when the one before is written, so that one is in memory at a time. */
async function* planFiles(
  handler: KindHandler,
  db: Queryable,
  files: AsyncIterable<ImportFile>,
  { onPlanned, onRejected, confirmsReview = false }: FileObserver,
): AsyncGenerator<PlannedFile> {
  for await (const file of files) {
    try {
      const plan = await handler.plan(db, { aliases: await listAliases(db), ...file });
      onPlanned(file, plan);
      yield { file, plan: confirmsReview ? (confirmRows(plan) ?? plan) : plan };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      onRejected(file, error);
    }
  }
}

/** The planned writes of one or several files, in batches. */
class PlannedWrites {
  readonly #handler: KindHandler;
  readonly #plans: AsyncIterator<PlannedFile> | Iterator<PlannedFile>;
  readonly #counts: Record<PreviewStatus, number> = { ...NO_ROWS };
  /** They are planned one after the other, so that the total is not known before the last one. */
  readonly #isOfSeveralFiles: boolean;
  #pending: readonly unknown[] = [];
  #written = 0;
  #total = 0;
  #layout = '';
  readonly #files: ImportedFile[] = [];

  constructor(handler: KindHandler, plans: AsyncIterable<PlannedFile> | Iterable<PlannedFile>) {
    this.#handler = handler;
    this.#isOfSeveralFiles = Symbol.asyncIterator in plans;
    this.#plans = Symbol.asyncIterator in plans ? plans[Symbol.asyncIterator]() : plans[Symbol.iterator]();
  }

  /** The planned rows so far, for the record of the import. */
  get plan() {
    return { layout: this.#layout, counts: this.#counts, total: this.#total };
  }

  /** Takes plans until one has rows to write. Runs outside of the transaction of the batch. */
  async prepare(): Promise<void> {
    while (this.#written >= this.#pending.length) {
      const next = await this.#plans.next();
      if (next.done) return;
      const { file, plan } = next.value;
      const { counts, layout, writes } = plan;
      const { rows = [], companies = [], columns } = file.repairs ?? {};
      if (writes.length > 0)
        this.#files.push({
          sha256: hashFile(file),
          rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
          repairs: rows.length + companies.length + (columns ? 1 : 0),
        });
      for (const [status, count] of Object.entries(counts)) this.#counts[status as PreviewStatus] += count;
      this.#layout ||= layout;
      this.#total += writes.length;
      this.#pending = writes;
      this.#written = 0;
    }
  }

  /** Returns the files since the last call. */
  takeFiles(): ImportedFile[] {
    return this.#files.splice(0);
  }

  async write(tx: Transaction, { id }: ImportRow, now: Date): Promise<number | null> {
    const batch = this.#pending.slice(this.#written, this.#written + this.#handler.batchSize);
    const isPart = this.#isOfSeveralFiles || this.#total > this.#handler.batchSize;
    if (batch.length === 0) {
      if (isPart) await this.#handler.finish?.(tx, id);
      return null;
    }
    await this.#handler.write(tx, { importId: id, now, isPart }, batch);
    this.#written += batch.length;
    return batch.length;
  }
}
