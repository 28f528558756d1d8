import type { Command } from 'commander';
import { SECURITY_EVENT_KINDS, SecurityEventDate } from '#core/contract/accounts/security-events.ts';
import { getStartOfDate } from '#core/contract/dates.ts';
import type { CommandDependencies } from '#core/server/commands/command-dependencies.ts';
import {
  listEvents,
  type StoredEvent,
} from '#core/server/platform/security-events/security-events.queries.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { findAccountId, listAccountNames } from '#features/accounts/server/admin/admin.ts';

interface Options {
  since?: string;
  kind?: string;
  account?: string;
  limit: string;
}

const MAX_LINES = 10_000;

/** `tezi security-events`: prints the security log, one event per line, newest first. */
export function addSecurityEventsCommand(
  program: Command,
  { withDatabase, print }: Pick<CommandDependencies, 'withDatabase' | 'print'>,
): void {
  program
    .command('security-events')
    .description('Show the security log, newest first')
    .option('--since <date>', 'only events since that date in Karachi, for example 2026-11-21')
    .option('--kind <kind>', 'only events of that kind, for example sign_in_failed')
    .option('--account <account>', "only events of that account: an id, a customer's email or a username")
    .option('--limit <number>', 'the maximum number of events', '100')
    .action(({ since, kind, account, limit }: Options) =>
      withDatabase(async (database) => {
        const accountId = account === undefined ? undefined : await findAccountId(database.db, account);
        if (accountId === null) throw new StartupError(`There is no account ${account}.`);
        const filter = { kind: parseKind(kind), accountId, from: parseDate(since) };
        const page = { limit: parseLimit(limit), after: null };
        const events = await listEvents(database.db, filter, page);
        const names = await listAccountNames(database.db, events);
        for (const event of events) print(describeEvent(event, names));
        if (events.length === 0) print('No events found.');
      }),
    );
}

function describeEvent(event: StoredEvent, names: ReadonlyMap<string, string>): string {
  const { occurredAt, kind, count, accountKind, accountId, clientIp, device, targetType, targetId } = event;
  const name = accountId && (names.get(accountId) ?? accountId);
  const parts = [
    occurredAt.toISOString(),
    count > 1 ? `${kind} x${count}` : kind,
    [accountKind, name].filter(Boolean).join(' '),
    clientIp,
    device,
    targetType && `${targetType} ${targetId}`,
    ...Object.entries(event.details).map(([detail, value]) => `${detail}=${value}`),
  ];
  return parts.filter(Boolean).join('  ');
}

function parseKind(text: string | undefined) {
  const kind = SECURITY_EVENT_KINDS.find((each) => each === text);
  if (text !== undefined && kind === undefined) {
    throw new StartupError(
      `There are no events of the kind ${text}. Kinds: ${SECURITY_EVENT_KINDS.join(', ')}.`,
    );
  }
  return kind;
}

function parseDate(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  if (!SecurityEventDate.safeParse(text).success) {
    throw new StartupError('--since must be a date, for example 2026-11-21.');
  }
  return getStartOfDate(text);
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LINES) return limit;
  throw new StartupError(`--limit must be a number from 1 to ${MAX_LINES}.`);
}
