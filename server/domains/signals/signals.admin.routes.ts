import {
  ADMIN_SIGNALS_PAGE_SIZE,
  deleteSignal as deleteSignalEndpoint,
  editSignal as editSignalEndpoint,
  listAdminSignals,
  listSignalVersions,
  publishSignal as publishSignalEndpoint,
  readAdminSignal,
} from '#contract/signals/admin-endpoints.ts';
import { SIGNAL_TYPES } from '#contract/signals/signal-types.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cacheTradingCalendar } from '#server/domains/market/market.ts';
import { cacheLastCloses } from '#server/domains/prices/prices.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { getPageLinks, parsePage } from '#server/http/pagination.ts';
import { notFound } from '#server/platform/http-error.ts';
import { describeChange } from '#server/platform/security-events/describe-change.ts';
import { describeOverride, findAuthor, toEventSubject } from './audit-signal.ts';
import { deleteSignal } from './delete-signal.ts';
import { approvalRequired } from './drafts/drafts.errors.ts';
import { editSignal } from './edit-signal.ts';
import { getExpiredBefore, getNextExpiry } from './expiry.ts';
import { readLevelHistories } from './level-history.ts';
import { presentAdminSignal, presentListedSignal } from './present-signal.ts';
import { publishSignal } from './publish-signal.ts';
import { getSignalTopic } from './signal-access.ts';
import { listVersions } from './signal-versions.queries.ts';
import { countActiveSignals, findSignal, type SignalRow, searchSignals } from './signals.queries.ts';
import { readLastEventId } from './stream/read-last-event-id.ts';

export function adminSignalsRoutes(
  handle: Handle,
  { config, database, clock }: Pick<Dependencies, 'config' | 'database' | 'clock'>,
): void {
  const getCalendar = cacheTradingCalendar(database);
  const getLastCloses = cacheLastCloses(database);
  const getChecksContext = async () => ({
    calendar: await getCalendar(),
    minRewardToRisk: config.minRewardToRisk,
    now: clock.now(),
  });

  handle(listAdminSignals, async ({ query, url }) => {
    const page = parsePage(query.page);
    // Of every type: the counts depend on all of them.
    const lastEventId = await readLastEventId(database.db, SIGNAL_TYPES);
    const { total, rows } = await searchSignals(
      database.db,
      { signalType: query.signal_type, callStatus: query.call_status, search: query.search },
      { limit: ADMIN_SIGNALS_PAGE_SIZE, offset: (page - 1) * ADMIN_SIGNALS_PAGE_SIZE },
    );
    const now = clock.now();
    const calendar = await getCalendar();
    const getHistory = await readLevelHistories(database.db, rows);
    const lastCloses = await getLastCloses(rows.map(({ symbol }) => symbol));
    const context = { getHistory, lastCloses, calendar, now };
    const active = await countActiveSignals(database.db, getExpiredBefore(now, calendar));
    return {
      count: total,
      ...getPageLinks({ page, pageSize: ADMIN_SIGNALS_PAGE_SIZE, total, url, publicUrl: config.publicUrl }),
      results: rows.map((row) => presentListedSignal(row, context)),
      active_counts: active.counts,
      next_expiry_at: getNextExpiry(active.oldest, calendar)?.toISOString() ?? null,
      last_event_id: lastEventId,
      is_approval_required: config.isApprovalRequired,
    };
  });

  handle(publishSignalEndpoint, async ({ body, caller, events }) => {
    if (config.isApprovalRequired) throw approvalRequired();
    const context = await getChecksContext();
    return database.transaction(async (tx, announce) => {
      announce(getSignalTopic(body.signal_type));
      announce('ledger');
      const { row, override } = await publishSignal(tx, body, await findAuthor(tx, caller), context);
      const { details, ...subject } = toEventSubject(row);
      const overridden = describeOverride(override);
      await events.record(tx, {
        kind: 'signal_published',
        ...subject,
        details: { ...details, ...overridden },
      });
      return presentAdminSignal(row);
    });
  });

  handle(readAdminSignal, async ({ params }) => {
    const row = await findSignal(database.db, params.id);
    if (!row) throw notFound();
    return presentAdminSignal(row);
  });

  handle(editSignalEndpoint, async ({ params, body, caller, events }) => {
    const context = await getChecksContext();
    return database.transaction(async (tx, announce) => {
      const author = await findAuthor(tx, caller);
      const edited = await editSignal(tx, params.id, body, { author, ...context });
      // A signal whose type changes leaves one list and joins another.
      announce(getSignalTopic(edited.before.signalType));
      announce(getSignalTopic(edited.after.signalType));
      announce('ledger');
      const { details, ...subject } = toEventSubject(edited.after);
      const change = describeChange(presentAudited(edited.before), presentAudited(edited.after));
      const overridden = describeOverride(edited.override);
      await events.record(tx, {
        kind: 'signal_edited',
        ...subject,
        details: { ...details, ...change, ...overridden },
      });
      return presentAdminSignal(edited.after);
    });
  });

  handle(deleteSignalEndpoint, ({ params, caller, events }) =>
    database.transaction(async (tx, announce) => {
      const deleted = await deleteSignal(tx, params.id, await findAuthor(tx, caller), clock.now());
      announce(getSignalTopic(deleted.signalType));
      announce('ledger');
      await events.record(tx, { kind: 'signal_deleted', ...toEventSubject(deleted) });
    }),
  );

  handle(listSignalVersions, async ({ params }) => {
    const rows = await listVersions(database.db, params.id);
    if (rows.length === 0) throw notFound();
    return {
      results: rows.map((row) => ({
        version: row.version,
        action: row.action,
        changed_at: row.changedAt.toISOString(),
        changed_by: row.changedBy,
        approved_by: row.approvedBy,
        signal: row.signal,
        override: row.overriddenWarnings && {
          reason: row.overrideReason ?? '',
          warnings: row.overriddenWarnings,
        },
      })),
    };
  });
}

/** Returns the fields of a signal that the audit log compares: those that an administrator enters. */
function presentAudited(row: SignalRow) {
  const {
    id: _id,
    version: _version,
    closed_at: _closedAt,
    changed_at: _changedAt,
    ...entered
  } = presentAdminSignal(row);
  return entered;
}
