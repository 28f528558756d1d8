import type { Config } from '#core/server/config/config.ts';
import type { TermName } from '#features/signals/contract/track-record/performance.ts';
import { EVALUATOR_VERSION } from '#features/signals/server/track-record/evaluation/evaluate-signal.ts';

/** What figures depend on besides signals, prices and decisions. Values are texts, as in the ledger. */
export type Terms = Partial<Record<TermName, string>>;

export interface TermChange {
  name: TermName;
  before: string | null;
  after: string | null;
}

/** The headline of the performance: all public signals of all time. */
export type HeadlineFigures = {
  published: number;
  closed: number;
  won: number;
  win_rate: string | null;
  expectancy: string | null;
  voided: number;
  overridden: number;
};

export interface PendingTerms {
  terms: Terms;
  /** Those by the terms before. */
  figures: HeadlineFigures;
}

/** `voids_count` of releases before 1.4: voided and overridden signals were in no figure. */
export const VOIDS_NEVER_COUNT = 'never';
const VOIDS_COUNT_AFTER_FIRST_FILL = 'after_first_possible_fill';

/** Returns the terms of this server. */
export const getTerms = ({
  premiumPublicAfterDays,
  costUnits,
}: Pick<Config, 'premiumPublicAfterDays' | 'costUnits'>): Terms => ({
  premium_public_after_days: String(premiumPublicAfterDays),
  cost_percent: (costUnits / 100).toFixed(2),
  rules_version: String(EVALUATOR_VERSION),
  voids_count: VOIDS_COUNT_AFTER_FIRST_FILL,
});

/** Returns the terms that differ. Those that were not stored before are the first ones of the record. */
export const listTermChanges = (before: Terms, after: Terms): TermChange[] =>
  (Object.keys(after) as TermName[])
    .filter((name) => before[name] !== after[name])
    .sort()
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }));
