import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { addDays, getStartOfDate } from '#contract/dates.ts';
import { listWholeRecord, readVerificationScript, writeHeads } from '#server/domains/ledger/ledger.ts';
import { listPublishedBetween } from '#server/domains/signals/signals.ts';
import type { Queryable } from '#server/platform/database.ts';
import {
  type BundlePeriod,
  writeDecisions,
  writeOutcomes,
  writeSignals,
  writeVersions,
} from './bundle-files.ts';
import { writeReadme } from './write-readme.ts';

/** Few enough that a client that reads slowly does not fill the memory. */
const BATCH_SIGNALS = 200;
/** Heads that the script compares with the record. */
const LISTED_HEADS = 400;

/**
 * Returns an archive (ZIP) for an inspection: every signal that was published in a period, with its versions, outcomes and decisions, and
 * the whole record that proves them. It is written while it is read. It contains premium content.
 */
export function createBundle(db: Queryable, period: BundlePeriod, now: Date): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: Error) => output.destroy(error);
  const digests: string[] = [];
  const options = { mtime: now };
  /** Adds a file, which is written when those before it are complete. */
  const add = (name: string, chunks: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(name, options, (deliver) => {
      const hash = createHash('sha256');
      const text = Readable.from(
        (async function* () {
          for await (const chunk of chunks()) {
            hash.update(chunk);
            yield Buffer.from(chunk);
          }
          digests.push(`${hash.digest('hex')}  ${name}\n`);
        })(),
        { objectMode: false },
      );
      // The archive waits for the end of a file without noticing that reading it failed.
      text.on('error', fail);
      deliver(null, text);
    });

  const readIds = cacheOnce(() =>
    listPublishedBetween(db, {
      from: getStartOfDate(period.from),
      before: getStartOfDate(addDays(period.until, 1)),
    }),
  );
  const writeBatches = (
    write: (db: Queryable, ids: readonly string[], isFirst: boolean) => Promise<string>,
  ) =>
    async function* () {
      const ids = await readIds();
      for (let start = 0; start === 0 || start < ids.length; start += BATCH_SIGNALS)
        yield await write(db, ids.slice(start, start + BATCH_SIGNALS), start === 0);
    };

  add('README.txt', async function* () {
    yield writeReadme(period, now);
  });
  add('signals.csv', writeBatches(writeSignals));
  add('versions.jsonl', writeBatches(writeVersions));
  add('outcomes.jsonl', writeBatches(writeOutcomes));
  add('decisions.jsonl', writeBatches(writeDecisions));
  // After the other files, so that everything in them has its entry.
  add('record/heads.json', async function* () {
    yield await writeHeads(db, LISTED_HEADS);
  });
  add('record/entries.jsonl', () => listWholeRecord(db));
  add('record/verify-record.mjs', async function* () {
    yield readVerificationScript();
  });
  zip.addReadStreamLazy('SHA256SUMS', options, (deliver) => deliver(null, Readable.from([digests.join('')])));
  zip.on('error', fail);
  zip.end();
  return zip.outputStream.pipe(output);
}

function cacheOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => {
    value ??= read();
    return value;
  };
}
