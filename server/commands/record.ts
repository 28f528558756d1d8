import type { Command } from 'commander';
import { describeReport, verifyWithNode } from '#contract/record/verify-record.mjs';
import type { Config } from '#server/config/config.ts';
import { verifyLedger } from '#server/domains/ledger/ledger.ts';
import { compareWithLedger, listReleasable } from '#server/domains/signals/signals.ts';
import {
  compareEvaluations,
  compareResultsWithLedger,
  listEndedSignals,
} from '#server/domains/track-record/track-record.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import type { CommandDependencies } from './command-dependencies.ts';

const MAX_CONTRADICTIONS = 20;

/** `tezi record …`: the public record of signals. */
export function addRecordCommands(
  program: Command,
  { withDatabase, print }: Pick<CommandDependencies, 'withDatabase' | 'print'>,
): void {
  program
    .command('record')
    .description('The public record of signals')
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
  const overdueSince = { now: new Date(now - DAY), releaseDays: premiumPublicAfterDays };
  for (const id of await listReleasable(db, { listEnded: listEndedSignals }, overdueSince))
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
}
