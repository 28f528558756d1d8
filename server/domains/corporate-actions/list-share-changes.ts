import { and, isNotNull, lte, sql } from 'drizzle-orm';
import { addDays, type LocalDate } from '#contract/dates.ts';
import type { Holidays } from '#server/domains/market/market.ts';
import type { Queryable } from '#server/platform/database.ts';
import { bookClosures } from './corporate-actions.tables.ts';
import { getExDate } from './rules/ex-date.ts';
import { type ParsedPart, parsePayout } from './rules/payout.ts';

/** A closure whose payout changes the number of shares. */
export interface ShareChangingClosure {
  eventKey: string;
  symbol: string;
  exDate: LocalDate;
  /** As announced. */
  payout: string;
  faceValue: string | null;
  /** Empty for a payout that is not understood. */
  parts: ParsedPart[];
}

/** A closure starts at most this many days after its ex-date. */
const MAX_DAYS_AFTER_EX_DATE = 31;

/** Returns the closures with a bonus, a right or a split whose ex-date is at most `until`. */
export async function listShareChanges(
  db: Queryable,
  { until, holidays }: { until: LocalDate; holidays: Holidays },
): Promise<ShareChangingClosure[]> {
  const rows = await db
    .select()
    .from(bookClosures)
    .where(
      and(
        isNotNull(bookClosures.symbol),
        lte(bookClosures.bcFrom, addDays(until, MAX_DAYS_AFTER_EX_DATE)),
        // Most closures pay cash only.
        sql`${bookClosures.payout} ~* '[br]|split|division'`,
      ),
    );
  return rows.flatMap(({ symbol, ...row }) => {
    const { exDate } = getExDate(row, holidays);
    if (symbol === null || exDate > until) return [];
    const { eventKey, payout, faceValue } = row;
    return [{ eventKey, symbol, exDate, payout, faceValue, parts: parsePayout(payout) ?? [] }];
  });
}
