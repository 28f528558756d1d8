import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { addDays, formatShortDate, getStartOfDate } from '#core/contract/dates.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { listWholeRecord, readVerificationScript, writeHeads } from '#features/ledger/server/ledger.ts';
import { listPublishedBetween } from '#features/signals/server/list-signal-histories.ts';
import { readEvaluationState } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';
import { readEvaluator } from './build-evaluator.ts';
import {
  type BundlePeriod,
  SIGNAL_COLUMNS,
  writeDecisions,
  writeOutcomes,
  writeSignals,
  writeVersions,
} from './bundle-files.ts';
import { writeCalendar, writePrices } from './write-evidence.ts';

/** Few enough that a client that reads slowly does not fill the memory. */
const BATCH_SIGNALS = 200;
/** Heads that the script compares with the record. */
const LISTED_HEADS = 400;

/**
 * Returns an archive (ZIP) for an inspection: every signal that was published in a period, with its versions, outcomes and decisions, and
 * the whole record that proves them. It is written while it is read. It contains premium content.
 */
export async function createBundle(db: Queryable, period: BundlePeriod, now: Date): Promise<Readable> {
  // Before anything is written: it is missing if the release was not built.
  const evaluator = await readEvaluator();
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
  // Once, so that the files have the same last date.
  const readPricesUntil = cacheOnce(async () => (await readEvaluationState(db))?.pricesUntil ?? null);
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
  add('evidence/prices.jsonl', async function* () {
    yield* writePrices(db, await readIds(), await readPricesUntil());
  });
  add('evidence/calendar.json', async function* () {
    yield await writeCalendar(db, period, await readPricesUntil());
  });
  // After the other files, so that everything in them has its entry.
  add('record/heads.json', async function* () {
    yield await writeHeads(db, LISTED_HEADS);
  });
  add('record/entries.jsonl', () => listWholeRecord(db));
  add('record/verify-record.mjs', async function* () {
    yield readVerificationScript();
  });
  add('record/evaluate.mjs', async function* () {
    yield evaluator;
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

/** Writes the explanation of the files in an inspection bundle. */
const writeReadme = ({ from, until }: BundlePeriod, now: Date): string => `INSPECTION BUNDLE

Signals that were published from ${formatShortDate(from)} to ${formatShortDate(until)} (dates in Karachi), with everything that is stored of them.
Created at ${now.toISOString()}. Times are in UTC, prices in rupees. Text is UTF-8.

CONFIDENTIAL: the bundle contains signals that only subscribers can see, and names of administrators.

FILES

signals.csv               one row for each signal, deleted ones too
versions.jsonl            one line for each version of a signal: the publication and every change, with the time and the administrator
outcomes.jsonl            one line for each evaluated outcome, as in the record, with its explanation (steps)
decisions.jsonl           one line for each decision of an administrator about an outcome, with its reason
evidence/prices.jsonl     one line for each symbol: the bars (prices in paisa, with intraday bars where they were used) and the adjustments that
                          the evaluations of its signals used, and the signals
evidence/calendar.json    the holidays and the trading hours of the exchange, the period, and the last date with prices
record/entries.jsonl      the whole public record of all periods, with the content of entries that are still sealed for visitors
record/heads.json         the newest signed heads and all public keys
record/verify-record.mjs  the script that verifies the record
record/evaluate.mjs       the script that evaluates the signals again
SHA256SUMS                the SHA-256 of the files

VERIFY

With Node.js 20 or later, in the folder of the unpacked bundle:

    sha256sum --check SHA256SUMS
    node record/verify-record.mjs record/entries.jsonl record/heads.json
    node record/evaluate.mjs

The script verifies that no entry was changed, removed or dated back, the signatures, and that results follow from their prices. Heads that
were saved earlier, from the site or from its feed, can take the place of record/heads.json: they prove that the operator has not written the
record again. The SHA-256 of record/verify-record.mjs is in the last entry of the kind verifier.changed. Every line of versions.jsonl, outcomes.jsonl and decisions.jsonl has an entry with the same content, without names of
administrators.

The second script takes the levels and the times of the signals from the record and evaluates them with the prices, adjustments and the
calendar in the folder evidence. It compares the last result of each signal in every member: the fill, the exits, R, the bounds, the
SHA-256 of the explanation, and that of the prices, adjustments, holidays and trading hours (inputs). It prints the period, the last date with
prices and how many signals it evaluated, and names each that differs: then the evidence is not what the result was evaluated from. It
evaluates signals without a final result until the last date with prices, and names those whose result the record does not contain, and signals
of the period that the evidence lacks. Results by older rules are counted, not evaluated.
The script contains the rules; docs/evaluation.md of Tezi describes them. Compare prices with those that the exchange publishes.

COLUMNS OF signals.csv

${[...SIGNAL_COLUMNS].map(([name, meaning]) => `${name.padEnd(22)}${meaning}`).join('\n')}

A decision that was withdrawn is only in decisions.jsonl. Results are explained by the rules of evaluation that the site publishes.
`;
