import {
  ADMIN_SIGNALS_PAGE_SIZE,
  deleteSignal as deleteSignalEndpoint,
  editSignal as editSignalEndpoint,
  listAdminSignals,
  listSignalVersions,
  publishSignal as publishSignalEndpoint,
  readAdminSignal,
} from '#contract/signals/admin-endpoints.ts';
import { getSignalChecks } from '#contract/signals/signal-checks.ts';
import { SIGNAL_TYPES } from '#contract/signals/signal-types.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cacheTradingCalendar, getSessionEnd } from '#server/domains/market/market.ts';
import { cacheLastCloses } from '#server/domains/prices/prices.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { getPageLinks, parsePage } from '#server/http/pagination.ts';
import { notFound } from '#server/platform/http-error.ts';
import { deleteSignal, editSignal, publishSignal, type VoidSignal } from './changes/change-signal.ts';
import { changeSignals } from './changes/signal-changes.ts';
import { readSignalChecks } from './checks/check-warnings.ts';
import { approvalRequired } from './drafts/drafts.errors.ts';
import { getTermEnds } from './expiry.ts';
import type { ProgressReader } from './list-signals.ts';
import {
  presentAdminSignal,
  presentListedSignal,
  completeVersions,
  presentVersion,
  readLevelHistories,
} from './present-signal.ts';
import { countActiveSignals, findSignal, listVersions, searchSignals } from './signals.queries.ts';
import { readLastEventId } from './stream/signal-events.queries.ts';

/** What the track record does for signals, which do not import it. */
export interface TrackRecord extends ProgressReader {
  voidSignal: VoidSignal;
}

export function adminSignalsRoutes(
  handle: Handle,
  { config, database, clock }: Pick<Dependencies, 'config' | 'database' | 'clock'>,
  { readProgress, voidSignal, ...select }: TrackRecord,
): void {
  const getCalendar = cacheTradingCalendar(database);
  const getLastCloses = cacheLastCloses(database);
  const getChecksContext = async () => ({
    calendar: await getCalendar(),
    minRewardToRisk: config.minRewardToRisk,
    isDisclosureRequired: config.isDisclosureRequired,
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
    const ids = rows.map(({ id }) => id);
    const progress = await readProgress(database.db, ids);
    const context = { getHistory, lastCloses, progress, calendar, now };
    const activeCounts = await countActiveSignals(database.db, getTermEnds(calendar, now), select);
    return {
      count: total,
      ...getPageLinks({ page, pageSize: ADMIN_SIGNALS_PAGE_SIZE, total, url, publicUrl: config.publicUrl }),
      results: rows.map((row) => presentListedSignal(row, context)),
      active_counts: activeCounts,
      states_change_at: getSessionEnd(now, calendar).toISOString(),
      last_event_id: lastEventId,
      is_approval_required: config.isApprovalRequired,
    };
  });

  handle(publishSignalEndpoint, async ({ body, ...request }) => {
    if (config.isApprovalRequired) throw approvalRequired();
    const context = await getChecksContext();
    const row = await changeSignals(database, request, (change) =>
      publishSignal(change, body, { ...context, author: change.author, voidSignal }),
    );
    return presentAdminSignal(row);
  });

  handle(readAdminSignal, async ({ params }) => {
    const row = await findSignal(database.db, params.id);
    if (!row) throw notFound();
    return presentAdminSignal(row);
  });

  handle(editSignalEndpoint, async ({ params, body, ...request }) => {
    const context = await getChecksContext();
    const row = await changeSignals(database, request, (change) =>
      editSignal(change, params.id, body, context),
    );
    return presentAdminSignal(row);
  });

  handle(deleteSignalEndpoint, ({ params, ...request }) =>
    changeSignals(database, request, (change) => deleteSignal(change, params.id, clock.now())),
  );

  handle(getSignalChecks, async ({ query }) =>
    readSignalChecks(database.db, query.symbol, await getChecksContext()),
  );

  handle(listSignalVersions, async ({ params }) => {
    const rows = await listVersions(database.db, params.id);
    if (rows.length === 0) throw notFound();
    return {
      results: completeVersions(rows.toReversed())
        .toReversed()
        .map((row) => ({
          version: row.version,
          action: row.action,
          changed_at: row.changedAt.toISOString(),
          changed_by: row.changedBy,
          approved_by: row.approvedBy,
          signal: presentVersion(row.signal),
          override: row.overriddenWarnings && {
            reason: row.overrideReason ?? '',
            warnings: row.overriddenWarnings,
          },
        })),
    };
  });
}
