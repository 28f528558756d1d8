import type { PreviewStatus } from '#contract/imports/imports.ts';
import { type FilePlan, type ImportFile, NO_ROWS } from '#server/domains/imports/plan/plan.ts';
import type { Queryable, Transaction } from '#server/platform/database.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { ImportRow } from './imports.queries.ts';
import type { KindHandler } from './kind-handler.ts';

export interface FileObserver {
  /** Called when a file is planned, before it is written. */
  onPlanned(file: ImportFile, plan: FilePlan): void;
  /** Called for a file that cannot be read at all; the others are imported. */
  onRejected(file: ImportFile, error: HttpError): void;
}

/** The batches of several files. Each file is planned when the one before is written, so that one is in memory at a time. */
export class FileBatches {
  readonly #files: AsyncIterator<ImportFile>;
  readonly #handler: KindHandler;
  readonly #db: Queryable;
  readonly #observer: FileObserver;
  readonly #counts: Record<PreviewStatus, number> = { ...NO_ROWS };
  #pending: readonly unknown[] = [];
  #written = 0;
  #total = 0;
  #layout = '';

  constructor(
    files: AsyncIterable<ImportFile>,
    parts: { handler: KindHandler; db: Queryable; observer: FileObserver },
  ) {
    this.#files = files[Symbol.asyncIterator]();
    this.#handler = parts.handler;
    this.#db = parts.db;
    this.#observer = parts.observer;
  }

  /** The planned rows so far, for the record of the import. */
  get plan() {
    return { layout: this.#layout, counts: this.#counts, total: this.#total };
  }

  /** Plans files until one has rows to write. Runs outside of the transaction of the batch. */
  async prepare(): Promise<void> {
    while (this.#written >= this.#pending.length) {
      const next = await this.#files.next();
      if (next.done) return;
      const plan = await this.#planFile(next.value);
      if (!plan) continue;
      for (const [status, count] of Object.entries(plan.counts))
        this.#counts[status as PreviewStatus] += count;
      this.#layout ||= plan.layout;
      this.#total += plan.writes.length;
      this.#pending = plan.writes;
      this.#written = 0;
    }
  }

  async write(tx: Transaction, { id }: ImportRow, now: Date): Promise<number | null> {
    const batch = this.#pending.slice(this.#written, this.#written + this.#handler.batchSize);
    if (batch.length === 0) return null;
    await this.#handler.write(tx, { importId: id, now }, batch);
    this.#written += batch.length;
    return batch.length;
  }

  async #planFile(file: ImportFile): Promise<FilePlan | null> {
    try {
      const plan = await this.#handler.plan(this.#db, file);
      this.#observer.onPlanned(file, plan);
      return plan;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      this.#observer.onRejected(file, error);
      return null;
    }
  }
}
