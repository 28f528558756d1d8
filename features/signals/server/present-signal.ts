import { type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Config } from '#core/server/config/config.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import {
  COMPANY_CHANGES,
  type Companies,
  describeTradingStop,
  getLastSessionEnd,
  type TradingCalendar,
} from '#features/market/server/market.ts';
import type { CachedClose } from '#features/market/server/prices/prices.ts';
import { calculateGain, type Levels } from '#features/signals/contract/levels/levels.ts';
import { OPTIONAL_FIELDS } from '#features/signals/contract/optional-fields.ts';
import type {
  AdminSignal,
  ListedAdminSignal,
  SignalBody,
} from '#features/signals/contract/publishing/signal-body.ts';
import type { LevelChange, Signal, SignalLevels } from '#features/signals/contract/signal.ts';
import { listAttributions } from '#features/signals/contract/signal-fields.ts';
import { isActiveState } from '#features/signals/contract/signal-state.ts';
import type { PriceStatus } from '#features/signals/contract/signal-types.ts';
import { judgeEntry } from './entry-verdict.ts';
import { getExpiry, getTradingDate, isExpired } from './expiry.ts';
import { formatSignalCode } from './signal-code.ts';
import { computeState } from './signal-state.ts';
import { listLevelVersions, type SignalRow, type SignalWithProgress } from './signals.queries.ts';

/** The data that the display of a signal depends on. */
export interface ProgressContext {
  getHistory: (row: SignalRow) => LevelHistory;
  /** The last closes by symbol. */
  lastCloses: ReadonlyMap<string, CachedClose>;
  calendar: TradingCalendar;
  now: Date;
  /** The costs by which an overridden result is compared with the evaluated one. */
  costUnits: number;
}

/** Presents a signal to traders. The company directory and the configuration fill in what was left blank. */
export function presentSignal(
  row: SignalWithProgress,
  analyst: Config['analyst'],
  { companies, ...context }: ProgressContext & { companies: Companies },
): Signal {
  const company = companies.get(row.symbol);
  const fields = presentSharedFields(row);
  const named = isFromBeforeAnalysts(row)
    ? { analyst_name: analyst.name, analyst_registration: analyst.registration }
    : { analyst_name: row.analystName, analyst_registration: row.analystRegistration };
  const shown = presentProgress(row, context);
  const lastClose = context.lastCloses.get(row.symbol);
  return {
    ...fields,
    ...shown,
    entry_verdict: judgeEntry({
      levels: toLevels(row),
      published: shown.published_levels,
      state: shown.state,
      orderKind: row.progress.evaluation?.orderKind ?? null,
      firstDay: getTradingDate(row.createdAt, context.calendar),
      lastClose,
      isTradingStopped: isTradingStopped(row, companies, lastClose),
    }),
    code: formatSignalCode(row.code),
    company_name: company?.name ?? null,
    title: row.title ?? company?.name ?? row.symbol,
    sector: getShownSector(row, companies),
    ...named,
    disclosure_text: listAttributions({ ...fields, ...named }).join('\n') || null,
  };
}

/** A trade after a suspension of the table ends it; a close without one may be repeated by the exchange. */
function isTradingStopped(
  { symbol }: SignalRow,
  { statusEdits }: Companies,
  last: CachedClose | undefined,
): boolean {
  const edit = statusEdits.get(symbol) ?? null;
  const change = COMPANY_CHANGES.get(symbol) ?? null;
  const trading = last?.isTraded ? { lastTraded: last.date, market: null, today: last.date } : null;
  return describeTradingStop({ edit, change, trading }) !== null;
}

/** Signals that name no analyst were published under the one of the settings, until releases stored the analyst of each signal. */
const isFromBeforeAnalysts = ({ analystName, horizonDays }: SignalRow) =>
  analystName === null && horizonDays === null;

/** Returns the sector that was entered, else that of the company directory. */
export const getShownSector = (
  { sector, symbol }: Pick<SignalRow, 'sector' | 'symbol'>,
  companies: Pick<Companies, 'get'>,
): string | null => sector ?? companies.get(symbol)?.sector ?? null;

/**
 * Presents a signal to administrators, and for its version history: as it was entered, without defaults. The ledger hashes a version as it is,
 * so every field is listed here or in `presentSharedFields`, and none is added by a list.
 */
export function presentAdminSignal(row: SignalRow): AdminSignal {
  return {
    ...presentSharedFields(row),
    title: row.title,
    sector: row.sector,
    analyst_name: row.analystName,
    analyst_registration: row.analystRegistration,
    version: row.version,
    closed_at: row.closedAt?.toISOString() ?? null,
  };
}

/**
 * Completes the versions of a signal, oldest first. A version by a server of an earlier release, which runs on during an upgrade, lacks the
 * fields that are new: the server kept them, so they are those of the last version that has them.
 */
export function completeVersions<Version extends { signal: AdminSignal }>(
  versions: readonly Version[],
): Version[] {
  let known: AdminSignal | null = null;
  return versions.map((version) => {
    const signal: AdminSignal = { ...known, ...version.signal };
    known = signal;
    return { ...version, signal };
  });
}

/** Presents a stored version, which lacks the fields that were added since. */
export const presentVersion = (signal: AdminSignal): AdminSignal => ({
  ...signal,
  ...Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, signal[field] ?? null])),
  notes: signal.notes ?? null,
});

/** Presents a signal in the administrators' list. */
export const presentListedSignal = (
  row: SignalWithProgress,
  context: ProgressContext,
): ListedAdminSignal => ({
  ...presentAdminSignal(row),
  ...presentProgress(row, context),
});

function presentProgress(
  row: SignalWithProgress,
  { getHistory, lastCloses, calendar, now, costUnits }: ProgressContext,
) {
  const { published, changes } = getHistory(row);
  const last = lastCloses.get(row.symbol);
  const { evaluation } = row.progress;
  const state = computeState(row, { calendar, now, lastClose: last, published, costUnits });
  // Its price is beyond the stop loss until the entry is filled, as it may have been at publication.
  const isPendingStopOrder = evaluation?.state === 'pending' && evaluation.orderKind === 'stop';
  const changedAt = changes.at(-1)?.changed_at;
  const priced = {
    levels: toLevels(row),
    levelsSince: getTradingDate(changedAt ? new Date(changedAt) : row.createdAt, calendar),
    isActive: isActiveState(state) && !isPendingStopOrder,
  };
  return {
    state,
    published_levels: published,
    level_changes: changes,
    expires_at: getExpiry(row, calendar)?.toISOString() ?? null,
    is_expired: isExpired(row, calendar, now),
    last_close: last ? presentLastClose(last, calendar, now) : null,
    price_status: last ? getPriceStatus(priced, last) : null,
  };
}

const presentLastClose = ({ date, close }: CachedClose, calendar: TradingCalendar, now: Date) => ({
  date,
  close,
  is_old: date < toKarachiDate(getLastSessionEnd(now, calendar)),
});

/** The fields that traders and administrators see: nothing else of a row leaves the server. */
function presentSharedFields(row: SignalRow) {
  return {
    id: row.id,
    signal_type: row.signalType,
    symbol: row.symbol,
    entry_price: row.entryPrice,
    stop_loss: row.stopLoss,
    target_points: row.targetPoints,
    leverage: row.leverage,
    shariah_type: row.shariahType,
    risk_type: row.riskType,
    rationale: row.rationale,
    disclosures: row.disclosures,
    horizon_days: row.horizonDays,
    notes: row.notes,
    order_type: row.orderType,
    call_status: row.callStatus,
    created_at: row.createdAt.toISOString(),
    changed_at: row.changedAt?.toISOString() ?? null,
  };
}

/** Returns the columns of a signal that have the same values in the API. Blank optional texts are `null`. */
export const toSignalColumns = (signal: SignalBody | AdminSignal) => ({
  signalType: signal.signal_type,
  symbol: signal.symbol,
  title: signal.title || null,
  sector: signal.sector || null,
  entryPrice: signal.entry_price,
  stopLoss: signal.stop_loss,
  targetPoints: signal.target_points,
  leverage: signal.leverage,
  shariahType: signal.shariah_type,
  riskType: signal.risk_type,
  orderType: signal.order_type,
  callStatus: signal.call_status,
  analystName: signal.analyst_name || null,
  analystRegistration: signal.analyst_registration || null,
  // Versions from before release 1.3 lack them.
  rationale: signal.rationale || null,
  disclosures: signal.disclosures?.length ? signal.disclosures : null,
  horizonDays: signal.horizon_days ?? null,
});

/** Restores the row of a signal as a stored version or event has it. No change of a signal changes its code. */
export const toSignalRow = (signal: AdminSignal, code: string): SignalRow => ({
  ...toSignalColumns(signal),
  notes: signal.notes ?? null,
  id: signal.id,
  code,
  version: signal.version,
  createdAt: new Date(signal.created_at),
  changedAt: signal.changed_at === null ? null : new Date(signal.changed_at),
  closedAt: signal.closed_at === null ? null : new Date(signal.closed_at),
  deletedAt: null,
});

interface PricedSignal {
  levels: Levels;
  /** The trading day of the publication or of the last change of the levels: from its close on, closes count. */
  levelsSince: LocalDate;
  /** The close can have passed the stop. */
  isActive: boolean;
}

/**
 * Returns what the last close means for a signal, or `null`.
 *
 * - `not_comparable`: the ex-date of a split, bonus or right is after the levels were set.
 * - `stop_passed`: the close is at the stop loss or past it.
 *
 * Only for active signals, and never from a close that is older than the levels: that says nothing about the outcome.
 */
export function getPriceStatus(
  { levels, levelsSince, isActive }: PricedSignal,
  { date, close, adjustedOn }: Pick<CachedClose, 'date' | 'close' | 'adjustedOn'>,
): PriceStatus | null {
  if (adjustedOn !== null && adjustedOn > levelsSince) return 'not_comparable';
  if (!isActive || date < levelsSince) return null;
  return calculateGain(levels, close) <= calculateGain(levels, levels.stop_loss) ? 'stop_passed' : null;
}

/** The levels and the symbol of a signal at one time. */
export interface LevelVersion {
  changedAt: Date;
  symbol: string;
  levels: SignalLevels;
}

/** The levels at publication and their changes since, oldest first. */
export interface LevelHistory {
  published: SignalLevels;
  changes: LevelChange[];
}

/** Reads the level histories of signals. Returns a function that returns the history of each. */
export async function readLevelHistories(
  db: Queryable,
  rows: readonly SignalRow[],
): Promise<(row: SignalRow) => LevelHistory> {
  const changed = rows.filter(({ version }) => version > 1).map(({ id }) => id);
  const versions = changed.length === 0 ? [] : await listLevelVersions(db, changed);
  const byId = Map.groupBy(versions, ({ signalId }) => signalId);
  return (row) => toLevelHistory(byId.get(row.id) ?? []) ?? { published: toLevels(row), changes: [] };
}

/** Derives the history from the versions of a signal, oldest first. Returns `null` without versions. */
export function toLevelHistory(versions: readonly LevelVersion[]): LevelHistory | null {
  const [first] = versions;
  if (!first) return null;
  const changes = versions.slice(1).flatMap((version, index) => {
    const previous = listFields(versions[index] as LevelVersion);
    const current = listFields(version);
    const changed_at = version.changedAt.toISOString();
    return [...new Set([...previous.keys(), ...current.keys()])]
      .map((field) => ({
        changed_at,
        field,
        from: previous.get(field) ?? null,
        to: current.get(field) ?? null,
      }))
      .filter(({ from, to }) => from !== to);
  });
  return { published: first.levels, changes };
}

const listFields = ({ symbol, levels }: LevelVersion) =>
  new Map([
    ['symbol', symbol],
    ['order_type', levels.order_type],
    ['entry_price', levels.entry_price],
    ['stop_loss', levels.stop_loss],
    ...levels.target_points.map((price, index): [string, string] => [`target_points.${index}`, price]),
  ]);

export const toLevels = (row: ReturnType<typeof toSignalColumns>): SignalLevels => ({
  order_type: row.orderType,
  entry_price: row.entryPrice,
  stop_loss: row.stopLoss,
  target_points: row.targetPoints,
});

export const pickLevels = ({
  order_type,
  entry_price,
  stop_loss,
  target_points,
}: SignalLevels): SignalLevels => ({
  order_type,
  entry_price,
  stop_loss,
  target_points,
});
