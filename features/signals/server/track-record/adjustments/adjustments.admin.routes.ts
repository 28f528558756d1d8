import { formatShortDate } from '#core/contract/dates.ts';
import type { InboxWork } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { parseId } from '#core/server/http/parse-id.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  formatPaisa,
  listAdjustedCloses,
  listUnconfirmedAdjustments,
  type ProvenAdjustment,
  reviewAdjustment,
} from '#features/market/server/prices/prices.ts';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import {
  listUnconfirmedAdjustments as listUnconfirmedEndpoint,
  reviewAdjustment as reviewEndpoint,
  type UnconfirmedAdjustment,
} from '#features/signals/contract/track-record/adjustments.ts';
import { findEvaluatedSince } from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';

/** The bonuses, rights and splits that evaluations do not rely on until an administrator has confirmed them. */
export function adminAdjustmentRoutes({ handle, database, clock }: RouteDependencies): void {
  handle(listUnconfirmedEndpoint, async () => ({ results: await listUnconfirmed(database.db) }));

  handle(reviewEndpoint, ({ params, body: { review }, events }) =>
    database.transaction(async (tx, announce) => {
      const row = await reviewAdjustment(tx, parseId(params.id), { review, now: clock.now() });
      if (!row) throw adjustmentDecided();
      announce('prices');
      await events.record(tx, {
        kind: review === 'confirmed' ? 'adjustment_confirmed' : 'adjustment_removed',
        target: { type: 'company', id: row.symbol },
        details: { label: `${row.symbol}, ${row.description}, ex-date ${row.exDate}, factor ${row.factor}` },
      });
    }),
  );
}

const adjustmentDecided = () =>
  new HttpError({
    status: 409,
    code: 'adjustment_decided',
    body: {
      detail: 'Another administrator or a corrected closure has changed this adjustment. Reload the list.',
    },
  });

/** Lists them by ex-date. Those of the time before any signal decide nothing. */
async function listUnconfirmed(db: Queryable): Promise<UnconfirmedAdjustment[]> {
  const since = await findEvaluatedSince(db);
  if (since === null) return [];
  const rows = await listUnconfirmedAdjustments(db, since);
  const byDate = Map.groupBy(rows, ({ symbol, exDate }) => `${symbol} ${exDate}`);
  return rows.flatMap((row) => {
    const { kind, factor } = row;
    if (kind === 'dividend' || factor === null) return [];
    const { lastClose } = row;
    const ofDate = byDate.get(`${row.symbol} ${row.exDate}`) ?? [];
    return {
      id: row.id,
      symbol: row.symbol,
      ex_date: row.exDate,
      kind,
      description: row.description,
      factor,
      last_close: toPrice(lastClose),
      adjusted_close: lastClose === null ? null : toPrice(listAdjustedCloses(lastClose, ofDate)[0] ?? null),
      previous_close: toPrice(row.previousClose),
      recorded_at: row.recordedAt.toISOString(),
    };
  });
}

const toPrice = (paisa: ProvenAdjustment['lastClose']) => (paisa === null ? null : formatPaisa(paisa));

/** Presents them for the administrators' inbox. */
export async function listAdjustmentWork(db: Queryable, limit: number): Promise<InboxWork> {
  const all = await listUnconfirmed(db);
  return {
    count: all.length,
    items: all.slice(0, limit).map((each) => ({
      id: String(each.id),
      title: `Adjustment of ${each.symbol} on ${formatShortDate(each.ex_date)}`,
      detail: describe(each),
      at: each.recorded_at,
      path: paths.adminAdjustments,
    })),
  };
}

function describe({ description, previous_close, adjusted_close }: UnconfirmedAdjustment): string {
  const stated =
    previous_close === null
      ? 'No previous close is stored'
      : `The previous close is ${formatRupees(previous_close)}`;
  const expected =
    adjusted_close === null
      ? 'no close before is stored'
      : `${formatRupees(adjusted_close)} would confirm it`;
  return `${description}. ${stated}, ${expected}.`;
}
