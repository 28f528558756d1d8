import {
  confirmFiling,
  dismissFiling,
  type Filing,
  listFilings,
} from '#contract/corporate-actions/filings.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cleanText } from '#server/domains/imports/imports.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { notFound } from '#server/platform/http-error.ts';
import { describeChange } from '#server/platform/security-events/describe-change.ts';
import { confirmFiling as confirm, type Decision, dismissFiling as dismiss } from './decide-on-filing.ts';
import { countPendingFilings, listPendingFilings, type MeetingRow } from './filings.queries.ts';

const MAX_LISTED_FILINGS = 200;

export function adminFilingsRoutes(
  handle: Handle,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
): void {
  handle(listFilings, async () => ({
    count: await countPendingFilings(database.db),
    results: (await listPendingFilings(database.db, MAX_LISTED_FILINGS)).map(presentFiling),
  }));

  handle(confirmFiling, ({ params, body, events }) =>
    database.transaction(async (tx, announce) => {
      announce('corporate-actions');
      const { meeting_date: meetingDate, meeting_time: meetingTime, subject } = body;
      const meeting = { meetingDate, meetingTime, subject: cleanText(subject ?? '') || null };
      const decision = await confirm(tx, parseId(params.id), meeting, clock.now());
      await events.record(tx, { kind: 'filing_confirmed', ...toFilingTarget(params.id, decision) });
    }),
  );

  handle(dismissFiling, ({ params, events }) =>
    database.transaction(async (tx, announce) => {
      announce('corporate-actions');
      const decision = await dismiss(tx, parseId(params.id), clock.now());
      await events.record(tx, { kind: 'filing_dismissed', ...toFilingTarget(params.id, decision) });
    }),
  );
}

const presentFiling = (row: MeetingRow): Filing => ({
  id: row.id,
  symbol: row.symbol,
  company_name: row.companyName,
  title: row.subject,
  filed_at: row.filedAt?.toISOString() ?? null,
  document: row.document,
});

const toFilingTarget = (id: string, { companyName, before, after }: Decision) => ({
  target: { type: 'filing', id },
  details: { label: companyName, ...describeChange(before, after) },
});

/** Parses an id in a path. Throws a 404 error if it is not a possible id. */
function parseId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound();
  return Number(text);
}
