import { getPageLinks, parsePage } from '#core/server/http/pagination.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { cacheTradingCalendar, getSessionEnd } from '#features/market/server/market.ts';
import { cacheLastCloses } from '#features/market/server/prices/prices.ts';
import {
  ADMIN_SIGNALS_PAGE_SIZE,
  deleteSignal as deleteSignalEndpoint,
  editSignal as editSignalEndpoint,
  listAdminSignals,
  listSignalVersions,
  publishSignal as publishSignalEndpoint,
  readAdminSignal,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import { getSignalChecks } from '#features/signals/contract/publishing/signal-checks.ts';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import { deleteSignal, editSignal, publishSignal } from './changes/change-signal.ts';
import { changeSignals } from './changes/signal-changes.ts';
import { createChecksContext, readSignalChecks } from './checks/check-warnings.ts';
import { approvalRequired } from './drafts/change-draft.ts';
import { getTermEnds } from './expiry.ts';
import {
  completeVersions,
  presentAdminSignal,
  presentListedSignal,
  presentVersion,
  readLevelHistories,
} from './present-signal.ts';
import { countActiveSignals } from './public-signals.queries.ts';
import { findSignal, listVersionsOf, searchSignals } from './signals.queries.ts';
import { readLastEventId } from './stream/signal-events.queries.ts';

export function adminSignalsRoutes(dependencies: RouteDependencies): void {
  const { handle, config, database, clock } = dependencies;
  const getCalendar = cacheTradingCalendar(database);
  const getLastCloses = cacheLastCloses(database);
  const getChecksContext = createChecksContext(dependencies);

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
    const context = { getHistory, lastCloses, calendar, now, costUnits: config.costUnits };
    const activeCounts = await countActiveSignals(database.db, getTermEnds(calendar, now));
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
    return changeSignals(dependencies, request, async (change) =>
      presentAdminSignal(await publishSignal(change, body, { ...context, author: change.author })),
    );
  });

  handle(readAdminSignal, async ({ params }) => {
    const row = await findSignal(database.db, params.id);
    if (!row) throw notFound();
    return presentAdminSignal(row);
  });

  handle(editSignalEndpoint, async ({ params, body, ...request }) => {
    const context = await getChecksContext();
    const row = await changeSignals(dependencies, request, (change) =>
      editSignal(change, params.id, body, context),
    );
    return presentAdminSignal(row);
  });

  handle(deleteSignalEndpoint, ({ params, ...request }) =>
    changeSignals(dependencies, request, (change) => deleteSignal(change, params.id, clock.now())),
  );

  handle(getSignalChecks, async ({ query }) =>
    readSignalChecks(database.db, query.symbol, await getChecksContext()),
  );

  handle(listSignalVersions, async ({ params }) => {
    const rows = await listVersionsOf(database.db, [params.id]);
    if (rows.length === 0) throw notFound();
    return {
      results: completeVersions(rows)
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
