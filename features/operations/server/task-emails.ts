import { createHash, randomInt } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, lt, lte, notInArray, or, sql } from 'drizzle-orm';
import { paths } from '#core/contract/paths.ts';
import { getEmailDelivery } from '#core/server/config/service-modes.ts';
import { addMilliseconds, HOUR, MINUTE } from '#core/server/platform/clock.ts';
import type { Database, Queryable } from '#core/server/platform/database.ts';
import { formatEmail } from '#core/server/platform/email/email-text.ts';
import { type EmailTemplates, emailQueue, queueEmail } from '#core/server/platform/email/outbox.ts';
import { badRequest, conflict } from '#core/server/platform/http-error.ts';
import { deleteJobs, hasUnfinishedJob } from '#core/server/platform/jobs/enqueue.ts';
import type { Jobs } from '#core/server/platform/jobs/jobs.ts';
import { defineQueue } from '#core/server/platform/jobs/queue.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { listAdministrators } from '#features/accounts/server/admin/admin.ts';
import {
  changeTaskEmails,
  confirmTaskEmails,
  readTaskEmails,
} from '#features/operations/contract/task-emails.ts';
import { notifiedTasks, taskEmails } from './operations.tables.ts';
import { listTasks, type TaskDependencies } from './tasks.ts';

const CODE_MS = 30 * MINUTE;
const MAX_WRONG_CODES = 5;
/** A shorter problem has solved itself. */
const LASTING_MS = 5 * MINUTE;
/** A problem that is back sooner was not solved: a disk around the limit would be emailed all day. */
const SETTLED_MS = HOUR;
/** A task that was not seen for so long, in which it was looked for twice, is settled and not emailed any more. */
const SEEN_MS = 10 * MINUTE;

const hash = (code: string) => createHash('sha256').update(code).digest('hex');

/** Administrators choose where they receive emails about new tasks. */
export function taskEmailRoutes({ handle, config, database, clock, rateLimits }: RouteDependencies): void {
  const present = async (db: Queryable, administratorId: string) => {
    const row = await findTaskEmails(db, administratorId);
    return {
      email: row?.email ?? null,
      is_confirmed: Boolean(row?.confirmedAt),
      is_on: row?.isOn ?? false,
      is_available: getEmailDelivery(config) !== 'none',
    };
  };

  handle(readTaskEmails, ({ caller }) => present(database.db, caller.administratorId));

  handle(changeTaskEmails, ({ caller: { administratorId }, body: { email, is_on: isOn }, events }) =>
    database.transaction(async (tx) => {
      const before = await findTaskEmails(tx, administratorId);
      const isNew = before?.email !== email;
      const needsCode = isOn && (isNew || before.confirmedAt === null);
      if (needsCode && getEmailDelivery(config) === 'none')
        throw conflict('emails_off', 'This site has no mail server. Set SMTP_URL to receive emails.');
      if (needsCode) await rateLimits.count('verifyMailAccount', `administrator ${administratorId}`, tx);
      const set = { email, isOn, ...(isNew ? { confirmedAt: null, codeHash: null, wrongCodes: 0 } : {}) };
      await tx
        .insert(taskEmails)
        .values({ administratorId, ...set })
        .onConflictDoUpdate({ target: taskEmails.administratorId, set });
      if (needsCode)
        await queueEmail(tx, { template: 'task-email-code', recipient: email, subjectId: administratorId });
      // What was emailed to another address, or was settled since, is new again.
      if (isNew || !isOn)
        await tx.delete(notifiedTasks).where(eq(notifiedTasks.administratorId, administratorId));
      await events.record(tx, { kind: 'task_emails_changed', details: { label: isOn ? 'on' : 'off' } });
      return present(tx, administratorId);
    }),
  );

  handle(confirmTaskEmails, async ({ caller: { administratorId }, body, events }) => {
    const isConfirmed = await database.transaction(async (tx) => {
      const row = await findTaskEmails(tx, administratorId, { isLocked: true });
      const isUsable =
        row?.codeExpiresAt && row.codeExpiresAt > clock.now() && row.wrongCodes < MAX_WRONG_CODES;
      if (!isUsable || row.codeHash !== hash(body.code.replace(/\s/g, ''))) {
        await tx
          .update(taskEmails)
          .set({ wrongCodes: sql`${taskEmails.wrongCodes} + 1` })
          .where(eq(taskEmails.administratorId, administratorId));
        return false;
      }
      await tx
        .update(taskEmails)
        .set({ confirmedAt: clock.now(), codeHash: null, codeExpiresAt: null })
        .where(eq(taskEmails.administratorId, administratorId));
      await events.record(tx, { kind: 'task_emails_changed', details: { label: row.isOn ? 'on' : 'off' } });
      return true;
    });
    if (!isConfirmed)
      throw badRequest('wrong_code', {
        code: ['This code is wrong or has expired. Save the address again to get another.'],
      });
    return present(database.db, administratorId);
  });
}

async function findTaskEmails(db: Queryable, administratorId: string, { isLocked = false } = {}) {
  const query = db.select().from(taskEmails).where(eq(taskEmails.administratorId, administratorId));
  const [row] = await (isLocked ? query.for('update') : query);
  return row ?? null;
}

/** Returns where to send a test: the confirmed address of the administrator, else the contact address of the site. */
export async function getTestRecipient(db: Queryable, administratorId: string, contact: { email: string }) {
  const row = await findTaskEmails(db, administratorId);
  return { email: row?.confirmedAt ? row.email : contact.email };
}

/** Creates the emails to administrators. */
export function createTaskEmails(
  settings: { publicUrl: string },
  { db }: Pick<Database, 'db'>,
): EmailTemplates {
  const write = (subject: string, to: string, paragraphs: string[]) => ({
    to,
    subject,
    text: formatEmail(settings, 'Hello,', paragraphs),
  });
  return {
    'task-email-code': async (tx, { recipient, subjectId }, now) => {
      const row = await findTaskEmails(tx, subjectId ?? '');
      if (row?.email !== recipient || row.confirmedAt !== null) return null;
      const code = String(randomInt(1e6)).padStart(6, '0');
      await tx
        .update(taskEmails)
        .set({ codeHash: hash(code), codeExpiresAt: addMilliseconds(now, CODE_MS), wrongCodes: 0 })
        .where(eq(taskEmails.administratorId, row.administratorId));
      return write('Your code for emails about tasks', recipient, [
        `Enter this code in the inbox of the administration: ${code}`,
        'It is valid for 30 minutes.',
        "If it wasn't you, ignore this email.",
      ]);
    },
    tasks: async (tx, { recipient, subjectId }, now) => {
      const row = await findTaskEmails(tx, subjectId ?? '');
      if (row?.email !== recipient || row.confirmedAt === null || !row.isOn) return null;
      const { administratorId } = row;
      const isUnsent = and(
        eq(notifiedTasks.administratorId, administratorId),
        eq(notifiedTasks.isSent, false),
        gt(notifiedTasks.lastSeenAt, addMilliseconds(now, -SEEN_MS)),
      );
      const tasks = await tx.select().from(notifiedTasks).where(isUnsent);
      const [first] = tasks;
      if (!first) return null;
      return {
        ...write(tasks.length === 1 ? first.title : `${tasks.length} new tasks`, recipient, [
          ...tasks.map(({ title, text, path }) => `${title}\n${text}\n${settings.publicUrl}${path}`),
          `All tasks, and the settings of these emails:\n${settings.publicUrl}${paths.adminInbox}`,
        ]),
        // Not before: an email that is not accepted is written again.
        onSent: async () => {
          // What became worse since is not sent.
          const sent = tasks.map(({ taskId, level }) =>
            and(eq(notifiedTasks.taskId, taskId), lte(notifiedTasks.level, level)),
          );
          await db
            .update(notifiedTasks)
            .set({ isSent: true })
            .where(and(eq(notifiedTasks.administratorId, administratorId), or(...sent)));
        },
      };
    },
  };
}

const notifyQueue = defineQueue('notify-administrators', { timeLimitMs: MINUTE, isExclusive: true });

/** Sends each administrator who wants it one email about the tasks that are new since the last. */
export function scheduleTaskEmails(jobs: Jobs, dependencies: TaskDependencies): void {
  jobs.handleSchedule(notifyQueue, { cron: '*/5 * * * *' }, () => notifyOfTasks(dependencies));
}

export async function notifyOfTasks(dependencies: TaskDependencies): Promise<void> {
  const { database, clock } = dependencies;
  const administrators = (await listAdministrators(database.db)).map(({ id }) => id);
  await database.db.delete(taskEmails).where(notInArray(taskEmails.administratorId, administrators));
  const recipients = await database.db
    .select()
    .from(taskEmails)
    .where(and(eq(taskEmails.isOn, true), isNotNull(taskEmails.confirmedAt)));
  for (const { administratorId, email } of recipients) {
    const { tasks, settled } = await listTasks(dependencies, administratorId);
    const now = clock.now();
    const lastingSince = addMilliseconds(now, -LASTING_MS).toISOString();
    const lasting = tasks.filter(({ since }) => since === null || since <= lastingSince);
    await database.transaction(async (tx) => {
      const isOwn = eq(notifiedTasks.administratorId, administratorId);
      const notified = new Map(
        (await tx.select().from(notifiedTasks).where(isOwn)).map((row) => [row.taskId, row]),
      );
      let isAnyUnsent = false;
      for (const { id: taskId, title, text, path, level } of lasting) {
        const before = notified.get(taskId);
        const isSent = before !== undefined && level <= before.level && before.isSent;
        const set = { title, text, path, level, lastSeenAt: now, isSent };
        await tx
          .insert(notifiedTasks)
          .values({ administratorId, taskId, ...set })
          .onConflictDoUpdate({ target: [notifiedTasks.administratorId, notifiedTasks.taskId], set });
        isAnyUnsent ||= !isSent;
      }
      const job = { template: 'tasks', recipient: email, subjectId: administratorId };
      // One at a time, so that no task is emailed twice. It takes the place of one that failed permanently.
      if (isAnyUnsent && !(await hasUnfinishedJob(tx, emailQueue, job))) {
        await deleteJobs(tx, emailQueue, job);
        await queueEmail(tx, job);
      }
      const isForgotten = lt(notifiedTasks.lastSeenAt, addMilliseconds(now, -SETTLED_MS));
      await tx
        .delete(notifiedTasks)
        .where(and(isOwn, or(isForgotten, inArray(notifiedTasks.taskId, settled))));
    });
  }
}
