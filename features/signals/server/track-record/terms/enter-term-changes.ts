import { isDeepStrictEqual } from 'node:util';
import { addDays, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import type { Config } from '#core/server/config/config.ts';
import { type Clock, MINUTE } from '#core/server/platform/clock.ts';
import { agreesWithDatabase } from '#core/server/platform/database/clock-offset.ts';
import type { Database } from '#core/server/platform/database.ts';
import { appendEntries, type NewEntry, type SigningKey } from '#features/ledger/server/ledger.ts';
import { hasDueSignals } from '#features/signals/server/track-record/outcomes/due-signals.queries.ts';
import { format } from '#features/signals/server/track-record/performance/present-performance.ts';
import { createResultReader } from '#features/signals/server/track-record/performance/read-results.ts';
import {
  type CountedOutcome,
  StatisticsCollector,
} from '#features/signals/server/track-record/statistics/calculate-statistics.ts';
import {
  insertTermChange,
  insertTerms,
  lockTerms,
  readTerms,
  setTermChangeSequence,
  type TermChangeRow,
  updateTerms,
} from './terms.queries.ts';
import { getTerms, type HeadlineFigures, listTermChanges, type Terms, VOIDS_NEVER_COUNT } from './terms.ts';

/** The start of the references of changed terms. */
export const TERMS_PREFIX = 'terms:';

export interface TermsDependencies {
  database: Database;
  clock: Clock;
  config: Pick<Config, 'analyst' | 'costUnits' | 'premiumPublicAfterDays'>;
}

/**
 * Stores the terms of this server, before signals are evaluated by them. If they differ from the stored ones, it calculates the figures by
 * the terms before, and what these released stays public. `enterTermChanges` enters the change, and the first terms of a new site.
 */
export async function storeTerms(dependencies: TermsDependencies): Promise<void> {
  const { database, clock, config } = dependencies;
  const current = getTerms(config);
  const stored = await readTerms(database.db);
  if (stored === null) {
    const figures = await calculateFigures(dependencies, current);
    return insertTerms(database.db, { terms: current, figures });
  }
  if (isDeepStrictEqual(stored.pending?.terms ?? stored.terms, current)) return;
  // What the terms before released by then stays public.
  if (!(await agreesWithDatabase(database.db, clock))) return;
  const figures = stored.pending?.figures ?? (await calculateFigures(dependencies, stored.terms));
  await database.transaction(async (tx, announce) => {
    const row = await lockTerms(tx);
    const applied = row?.pending?.terms ?? row?.terms;
    // Another server may have stored them since.
    if (!row || !applied || isDeepStrictEqual(applied, current)) return;
    await updateTerms(tx, {
      releasedUntil: getReleasedUntil(row.releasedUntil, applied, clock.now()),
      pending: { terms: current, figures: row.pending?.figures ?? figures },
    });
    announce('track-record');
  });
}

function getReleasedUntil(
  before: LocalDate | null,
  { premium_public_after_days: days }: Terms,
  now: Date,
): LocalDate | null {
  if (days === undefined) return before;
  const released = addDays(toKarachiDate(now), -Number(days));
  return before !== null && before > released ? before : released;
}

/** Enters changed terms in the ledger, with the figures before and after, once all signals are evaluated by them. */
export async function enterTermChanges(
  dependencies: TermsDependencies & { signingKey: SigningKey | null },
): Promise<void> {
  const { database, clock, signingKey } = dependencies;
  const pending = (await readTerms(database.db))?.pending;
  if (!pending || (await hasDueSignals(database.db)) || !(await agreesWithDatabase(database.db, clock)))
    return;
  const after = await calculateFigures(dependencies, pending.terms);
  const changedAt = clock.now();
  await database.transaction(async (tx, announce) => {
    const row = await lockTerms(tx);
    // Another server may have entered them since.
    if (!row || !isDeepStrictEqual(row.pending, pending)) return;
    await updateTerms(tx, { terms: pending.terms, pending: null });
    const changes = listTermChanges(row.terms, pending.terms);
    if (changes.length === 0) return;
    const figures = { before: pending.figures, after };
    const id = await insertTermChange(tx, { changedAt, changes, figures });
    announce('track-record');
    announce('ledger');
    const entry = toTermsEntry({ id, changedAt, changes, figures });
    await setTermChangeSequence(tx, id, await appendEntries(tx, [entry], signingKey));
  });
}

/** Returns the ledger entry of a change of the terms. */
export function toTermsEntry({
  id,
  changedAt,
  changes,
  figures,
}: Pick<TermChangeRow, 'id' | 'changedAt' | 'changes' | 'figures'>): NewEntry {
  const reference = `${TERMS_PREFIX}${id}`;
  const payload = {
    changed_at: changedAt.toISOString(),
    changes: changes.map((change) => ({ ...change })),
    figures,
  };
  return {
    kind: 'terms.changed',
    reference,
    subject: reference,
    payload,
    isOpen: true,
    recordedAt: changedAt,
  };
}

/** No visitor waits for it. */
const CALCULATION_TIMEOUT_MS = 5 * MINUTE;

/** Calculates the headline of the performance by some terms, from the stored outcomes. */
async function calculateFigures(
  { database, clock, config }: TermsDependencies,
  { cost_percent, premium_public_after_days, voids_count }: Terms,
): Promise<HeadlineFigures> {
  const costUnits = cost_percent === undefined ? config.costUnits : Math.round(Number(cost_percent) * 100);
  const premiumPublicAfterDays = Number(premium_public_after_days ?? config.premiumPublicAfterDays);
  const reader = createResultReader({
    config: { ...config, costUnits, premiumPublicAfterDays },
    // It reads once, so that it follows no changes.
    database: { ...database, changes: { ...database.changes, subscribe() {} } },
    clock,
    timeoutMs: CALCULATION_TIMEOUT_MS,
  });
  const signals = await reader.listPublic('all');
  const outcomes = await reader.readOutcomes(signals);
  const collector = new StatisticsCollector();
  for (const signal of signals) {
    const outcome = outcomes.get(signal);
    collector.add(voids_count === VOIDS_NEVER_COUNT ? toUncounted(outcome) : outcome);
  }
  const { published, closed, won, winRate, expectancy, voided, voidedLater, overridden } = collector.finish();
  return {
    published,
    closed,
    won,
    win_rate: format(winRate?.percent, 2),
    expectancy: format(expectancy, 3),
    voided: voided + voidedLater,
    overridden: overridden.count,
  };
}

/** Returns the outcome as earlier releases counted it: no decision left a signal in the figures. */
function toUncounted({ isVoided, ...outcome }: CountedOutcome): CountedOutcome {
  if (isVoided) return { kind: 'voided' };
  const { overriddenR } = outcome;
  return overriddenR === undefined ? outcome : { kind: 'unproven', worstR: null, bestR: null, overriddenR };
}
