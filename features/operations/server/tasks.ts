import { toKarachiDate } from '#core/contract/dates.ts';
import { type InboxTask, type InboxWork, MAX_INBOX_ITEMS } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import type { CheckState } from '#core/server/platform/checks/checks.tables.ts';
import { type Checks, count, listMissing } from '#core/server/platform/checks/checks.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import type { Logger } from '#core/server/platform/logger.ts';
import { listOrderWork, listUnlinkedWork } from '#features/billing/server/billing.ts';
import { listFilingWork } from '#features/corporate-actions/server/corporate-actions.ts';
import { listReviewWork } from '#features/imports/server/imports.ts';
import { listAdjustmentWork, listApprovalWork, listUndecidedWork } from '#features/signals/server/signals.ts';

/** A task with what tells whether it became worse: the number to settle, or the severity of a problem. */
export interface Task extends InboxTask {
  level: number;
}

interface Work {
  id: string;
  /** The names of one and of several. */
  names: [one: string, many: string];
  text: string;
  path: string;
  action: string;
  read: (db: Queryable, context: { administratorId: string; now: Date }) => Promise<InboxWork>;
}

/** The work that customers, other administrators and files leave to an administrator. */
const WORKS: Work[] = [
  {
    id: 'unlinked-subscriptions',
    names: ['unlinked subscription', 'unlinked subscriptions'],
    text: 'They are paid, but no customer has their premium access.',
    path: paths.adminBilling,
    action: 'Link subscriptions',
    read: (db) => listUnlinkedWork(db, MAX_INBOX_ITEMS),
  },
  {
    id: 'bank-transfers',
    names: ['bank transfer to settle', 'bank transfers to settle'],
    text: 'Import the statement of the account, and confirm the payments of these orders.',
    path: paths.adminTransfers,
    action: 'Open bank transfers',
    read: (db, { now }) => listOrderWork(db, now, MAX_INBOX_ITEMS),
  },
  {
    id: 'drafts',
    names: ['draft to approve', 'drafts to approve'],
    text: 'Other administrators submitted these signals.',
    path: paths.adminDrafts,
    action: 'Review drafts',
    read: (db, { administratorId }) => listApprovalWork(db, administratorId, MAX_INBOX_ITEMS),
  },
  {
    id: 'outcomes',
    names: ['outcome to decide', 'outcomes to decide'],
    text: 'End-of-day prices do not show the results of these signals. Override or void them within 30 days, or they stay as they are.',
    path: paths.adminDashboard,
    action: 'Open signals',
    read: (db, { now }) => listUndecidedWork(db, toKarachiDate(now), MAX_INBOX_ITEMS),
  },
  {
    id: 'adjustments',
    names: ['adjustment to confirm', 'adjustments to confirm'],
    text: 'The previous closes of the exchange do not confirm these bonuses, rights and splits. Until then, signals count with the worse result.',
    path: paths.adminPrices,
    action: 'Confirm adjustments',
    read: (db) => listAdjustmentWork(db, MAX_INBOX_ITEMS),
  },
  {
    id: 'filings',
    names: ['filing to confirm', 'filings to confirm'],
    text: 'Their meetings are published once the date and time are confirmed.',
    path: `${paths.adminImports}?view=filings`,
    action: 'Confirm filings',
    read: (db) => listFilingWork(db, MAX_INBOX_ITEMS),
  },
  {
    id: 'waiting-imports',
    names: ['download to review', 'downloads to review'],
    text: 'Some of their rows are doubtful and were not imported.',
    path: paths.adminImports,
    action: 'Review downloads',
    read: (db) => listReviewWork(db, MAX_INBOX_ITEMS),
  },
];

export interface TaskDependencies {
  database: Pick<Database, 'db' | 'transaction'>;
  clock: Clock;
  logger: Logger;
  checks: Checks;
}

/**
 * Lists what an administrator has to do, oldest first: the setup until it is complete, what checks found, and work that waits. What
 * cannot be read hides nothing else. Throws if nothing can be read, as without a database. `settled` are the IDs of work of which none
 * waits.
 */
export async function listTasks(
  { database: { db }, clock, logger, checks }: TaskDependencies,
  administratorId: string,
): Promise<{ tasks: Task[]; unreadable: string[]; settled: string[] }> {
  const context = { administratorId, now: clock.now() };
  const read = await Promise.allSettled(WORKS.map((work) => work.read(db, context)));
  const failures = read.filter((result) => result.status === 'rejected');
  if (failures.length === WORKS.length) throw failures[0]?.reason;
  const tasks = [...(await listSetupTask(checks)), ...(await listProblems(checks))];
  const unreadable: string[] = [];
  const settled: string[] = [];
  for (const [index, { id, names, text, path, action }] of WORKS.entries()) {
    const result = read[index];
    if (result?.status !== 'fulfilled') {
      logger.warn({ err: result?.reason, kind: id }, 'a part of the inbox could not be read');
      unreadable.push(names[1]);
    } else if (result.value.count === 0) settled.push(id);
    else {
      const { count: total, items } = result.value;
      const times = items.flatMap(({ at }) => at ?? []).sort();
      tasks.push({
        id,
        title: count(total, ...names),
        text,
        path,
        action,
        count: total,
        level: total,
        items,
        since: times[0] ?? null,
      });
    }
  }
  return { tasks: tasks.sort((a, b) => (a.since ?? '').localeCompare(b.since ?? '')), unreadable, settled };
}

async function listSetupTask(checks: Checks): Promise<Task[]> {
  const items = listMissing(await checks.readSetup());
  const missing = items.length;
  if (missing === 0) return [];
  return [
    {
      id: 'setup',
      title: `${count(missing, 'essential item', 'essential items')} of the setup ${missing === 1 ? 'is' : 'are'} missing`,
      text: items.map(({ cause }) => cause).join(' '),
      since: null,
      path: paths.adminSetup,
      action: 'Open the setup',
      count: missing,
      level: missing,
      items: [],
    },
  ];
}

/** The links to the pages of checks. */
const ACTIONS: Record<string, string> = {
  [paths.adminAnalysts]: 'Open analysts',
  [paths.adminBilling]: 'Open billing',
  [paths.adminHolidays]: 'Open holidays',
  [paths.adminImports]: 'Open imports',
  [paths.adminNewsSources]: 'Open news sources',
};

/** They differ by more than a check has problems. */
const LEVELS: Record<CheckState, number> = { ok: 0, off: 0, warning: 1, unknown: 1, failing: 1_000 };

async function listProblems(checks: Checks): Promise<Task[]> {
  const results = await checks.readAll({ isOwnPreferred: true });
  return results
    .filter(({ state, action }) => state !== 'ok' && state !== 'off' && action !== null)
    .map(({ id, title, server, state, cause, action, since, path, problems = 0 }) => {
      const target = path ?? paths.adminSystem;
      return {
        id: server === null ? id : `${id} ${server}`,
        // What could not run says nothing about its subject.
        title: state === 'unknown' ? `${title}: ${cause}` : cause,
        level: LEVELS[state] + problems,
        text: server === null ? (action ?? '') : `On ${server}: ${action}`,
        since: since.toISOString(),
        path: target,
        action: ACTIONS[target.split('?')[0] ?? ''] ?? 'Open the system page',
        count: 1,
        items: [],
      };
    });
}
