import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { isoDate } from '#core/contract/fields.ts';
import type { CommandDependencies } from '#core/server/commands/command-dependencies.ts';
import type { Config } from '#core/server/config/config.ts';
import { type Clock, DAY } from '#core/server/platform/clock.ts';
import type { Database } from '#core/server/platform/database.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { describeReport, verifyWithNode } from '#features/ledger/contract/verify-record.mjs';
import { verifyLedger } from '#features/ledger/server/ledger.ts';
import {
  type BundlePeriod,
  compareEvaluations,
  compareResultsWithLedger,
  compareWithLedger,
  createBundle,
  describePendingEvaluation,
  listReleasable,
} from '#features/signals/server/signals.ts';

const MAX_CONTRADICTIONS = 20;

/** `tezi record …`: the public record of signals. */
export function addRecordCommands(
  program: Command,
  { withDatabase, print, clock }: Pick<CommandDependencies, 'withDatabase' | 'print' | 'clock'>,
): void {
  const command = program.command('record').description('The public record of signals');
  command
    .command('verify')
    .argument('[source]', 'a file that was saved from /record/entries.jsonl, or the URL of a site')
    .argument('[saved]', 'a copy of /record/heads.json or /record/entries.jsonl from an earlier day')
    .description(
      'Verify the record in a file, on a site, or, without arguments, in the database, where the signals are compared with it',
    )
    .action((source: string | undefined, saved: string | undefined) =>
      source === undefined
        ? withDatabase((database, config) => verifyDatabase(database, config, print))
        : verifySource(source, saved, print),
    );
  command
    .command('bundle')
    .requiredOption('--from <date>', 'the first date of publication, such as 2026-07-01')
    .requiredOption('--to <date>', 'the last date of publication')
    .requiredOption('--out <file>', 'the archive to create, such as bundle.zip')
    .description(
      'Write all signals of a period with their versions, disclosures, outcomes and decisions, and the record that proves them, to a ZIP archive for an inspection. It contains premium signals',
    )
    .action(({ from, to, out }: { from: string; to: string; out: string }) =>
      withDatabase((database) => writeBundle(database, { period: parsePeriod(from, to), out }, clock, print)),
    );
}

function parsePeriod(from: string, until: string): BundlePeriod {
  const [first, last] = [from, until].map((text) => isoDate.safeParse(text));
  if (!first?.success || !last?.success)
    throw new StartupError('Enter dates such as 2026-07-01 for --from and --to.');
  if (first.data > last.data) throw new StartupError('--from is after --to.');
  return { from: first.data, until: last.data };
}

/** Only the operator can read the archive, which is removed again if it could not be completed. */
async function writeBundle(
  database: Database,
  { period, out }: { period: BundlePeriod; out: string },
  clock: Clock,
  print: (line: string) => void,
): Promise<void> {
  const file = await open(out, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'it exists already' : error.message;
    throw new StartupError(`${out} cannot be created: ${reason}.`, { cause: error });
  });
  const now = clock.now();
  try {
    const details = { label: `${period.from} to ${period.until}` };
    await recordOperatorEvent(database.db, { kind: 'record_bundle_exported', details }, now);
    await pipeline(await createBundle(database.db, period, now), file.createWriteStream());
  } catch (error) {
    await rm(out, { force: true });
    throw error;
  }
  print(
    `The bundle is in ${out}. It contains premium signals: README.txt in it explains the files and how to verify them.`,
  );
}

async function verifySource(
  source: string,
  saved: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  const report = await verifyWithNode(source, saved).catch((error: Error) => {
    throw new StartupError(error.message, { cause: error });
  });
  if (!report.isValid) throw new StartupError(describeReport(report).join('\n'));
  for (const line of describeReport(report)) print(line);
}

async function verifyDatabase(
  { db }: Database,
  { mode, premiumPublicAfterDays }: Pick<Config, 'mode' | 'premiumPublicAfterDays'>,
  print: (line: string) => void,
): Promise<void> {
  const now = Date.now();
  // The clock of a demo can be ahead.
  const report = await verifyLedger(db, mode === 'demo' ? Number.POSITIVE_INFINITY : now);
  if (!report.isValid) throw new StartupError(describeReport(report).join('\n'));
  const contradictions: string[] = [];
  const pending = await describePendingEvaluation(db);
  const overdueSince = { now: new Date(now - DAY), releaseDays: premiumPublicAfterDays };
  for (const id of pending ? [] : await listReleasable(db, overdueSince))
    contradictions.push(`The entries of signal ${id} should be public, but are sealed.`);
  for (const compare of [compareWithLedger, compareResultsWithLedger, compareEvaluations]) {
    for await (const contradiction of compare(db)) {
      contradictions.push(contradiction);
      if (contradictions.length > MAX_CONTRADICTIONS) break;
    }
  }
  if (contradictions.length > 0) {
    const shown = contradictions.slice(0, MAX_CONTRADICTIONS).map((each) => `  - ${each}`);
    const more = contradictions.length > MAX_CONTRADICTIONS ? ['  - and more'] : [];
    throw new StartupError(
      ['The chain is valid, but the signals in the database contradict it:', ...shown, ...more].join('\n'),
    );
  }
  for (const line of describeReport(report)) print(line);
  print('The signals, their versions and their outcomes in the database match the record.');
  if (pending) print(pending);
}
