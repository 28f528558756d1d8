import { formatShortDate, toKarachiDate } from '#core/contract/dates.ts';
import type { InboxWork } from '#core/contract/inbox.ts';
import { paths } from '#core/contract/paths.ts';
import { parseId } from '#core/server/http/parse-id.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  formatPaisa,
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
import {
  findEvaluatedSince,
  listSignalsUsing,
} from '#features/signals/server/track-record/outcomes/outcomes.queries.ts';

/** The bonuses, rights and splits that evaluations do not rely on until an administrator has confirmed them. */
export function adminAdjustmentRoutes({ handle, database, clock }: RouteDependencies): void {
  handle(listUnconfirmedEndpoint, async () => ({ results: await listWithSignals(database.db) }));

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
async function listUnconfirmed(db: Queryable): Promise<ShareAdjustment[]> {
  const since = await findEvaluatedSince(db);
  if (since === null) return [];
  const rows = await listUnconfirmedAdjustments(db, since);
  return rows.filter((row): row is ShareAdjustment => row.kind !== 'dividend' && row.factor !== null);
}

type ShareAdjustment = ProvenAdjustment & { kind: UnconfirmedAdjustment['kind']; factor: string };

async function listWithSignals(db: Queryable): Promise<UnconfirmedAdjustment[]> {
  const rows = await listUnconfirmed(db);
  if (!rows[0]) return [];
  const symbols = [...new Set(rows.map(({ symbol }) => symbol))];
  const signals = await listSignalsUsing(db, symbols, rows[0].exDate);
  return rows.map((row) => ({
    id: row.id,
    symbol: row.symbol,
    ex_date: row.exDate,
    kind: row.kind,
    description: row.description,
    factor: row.factor,
    last_close: toPrice(row.lastClose),
    adjusted_closes: row.adjustedCloses.map(formatPaisa),
    previous_close: toPrice(row.previousClose),
    recorded_at: row.recordedAt.toISOString(),
    signals: signals
      .filter(
        ({ symbol, createdAt, usedUntil }) =>
          symbol === row.symbol &&
          toKarachiDate(createdAt) <= row.exDate &&
          (usedUntil === null || usedUntil >= row.exDate),
      )
      .map(({ id, signalType, orderType, createdAt }) => ({
        id,
        signal_type: signalType,
        order_type: orderType,
        created_at: createdAt.toISOString(),
      })),
  }));
}

const toPrice = (paisa: number | null) => (paisa === null ? null : formatPaisa(paisa));

/** Presents them for the administrators' inbox. */
export async function listAdjustmentWork(db: Queryable, limit: number): Promise<InboxWork> {
  const all = await listUnconfirmed(db);
  return {
    count: all.length,
    items: all.slice(0, limit).map((each) => ({
      id: String(each.id),
      title: `Adjustment of ${each.symbol} on ${formatShortDate(each.exDate)}`,
      detail: describe(each),
      at: each.recordedAt.toISOString(),
      path: paths.adminPrices,
    })),
  };
}

function describe({ description, previousClose, adjustedCloses }: ShareAdjustment): string {
  const stated =
    previousClose === null
      ? 'No previous close is stored'
      : `The previous close is ${formatRupees(formatPaisa(previousClose))}`;
  const confirming = adjustedCloses.map((close) => formatRupees(formatPaisa(close))).join(' or ');
  return `${description}. ${stated}, ${confirming ? `${confirming} would confirm it` : 'no close before is stored'}.`;
}
