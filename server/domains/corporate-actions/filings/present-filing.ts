import type { Filing } from '#contract/corporate-actions/filings.ts';
import type { MeetingRow } from './filings.queries.ts';

export const presentFiling = (row: MeetingRow): Filing => ({
  id: row.id,
  symbol: row.symbol,
  company_name: row.companyName,
  title: row.subject,
  filed_at: row.filedAt?.toISOString() ?? null,
  document: row.document,
});
