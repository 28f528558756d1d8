import { eq, sql } from 'drizzle-orm';
import { toKarachiDate } from '#core/contract/dates.ts';
import { ADVISORY_LOCKS } from '#core/server/platform/database/advisory-locks.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import { describeChange } from '#core/server/platform/security-events/describe-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  listCompanyStatuses,
  revertCompanyStatus,
  saveCompanyStatus,
} from '#features/market/contract/company-statuses.ts';
import { findStatusEdit, readStatusEdits } from './company-statuses.ts';
import { companyStatuses } from './market.tables.ts';

/** The entered statuses. `companies` shows the changed ones as soon as the transaction is committed. */
export function adminCompanyStatusRoutes({ handle, database, clock, companies }: RouteDependencies): void {
  handle(listCompanyStatuses, async () => {
    const edits = await readStatusEdits(database.db);
    const rows = [...edits].map(async ([symbol, edit]) => ({
      symbol,
      ...edit,
      company: await companies.find(symbol),
    }));
    return { results: await Promise.all(rows) };
  });

  handle(saveCompanyStatus, async ({ body, events }) => {
    const { symbol, ...edit } = body;
    if ((await companies.find(symbol)) === null)
      throw invalid('symbol', 'No company has this symbol. Find it in the list of companies.');
    if (edit.date !== null && edit.date > toKarachiDate(clock.now()))
      throw invalid('date', 'Enter the status on its first day: it is shown immediately.');
    if (edit.successor === symbol) throw invalid('successor', 'A company cannot continue itself.');
    if (edit.successor !== null && (await companies.find(edit.successor)) === null)
      throw invalid('successor', 'No company has this symbol. Leave the field empty if none continues it.');
    if (edit.successor !== null && !['delisted', 'renamed', 'merged'].includes(edit.status))
      throw invalid('successor', 'Only a delisted, renamed or merged company has a successor.');
    await database.transaction(async (tx, announce) => {
      announce('market');
      await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.companyStatuses})`);
      const before = await findStatusEdit(tx, symbol);
      await tx
        .insert(companyStatuses)
        .values(body)
        .onConflictDoUpdate({ target: companyStatuses.symbol, set: edit });
      await events.record(tx, {
        kind: 'company_status_saved',
        target: { type: 'company', id: symbol },
        details: { label: symbol, ...describeChange(before ?? {}, body) },
      });
    });
    return { ...body, company: await companies.find(symbol) };
  });

  handle(revertCompanyStatus, ({ params, events }) =>
    database.transaction(async (tx, announce) => {
      announce('market');
      const [removed] = await tx
        .delete(companyStatuses)
        .where(eq(companyStatuses.symbol, params.symbol))
        .returning();
      if (!removed) throw notFound('No status is entered for this company');
      const { symbol, ...edit } = removed;
      const after = Object.fromEntries(Object.keys(edit).map((field) => [field, null]));
      await events.record(tx, {
        kind: 'company_status_reverted',
        target: { type: 'company', id: symbol },
        details: { label: symbol, ...describeChange(edit, after) },
      });
    }),
  );
}

const invalid = (field: string, message: string) =>
  new HttpError({ status: 400, code: 'invalid_company_status', body: { [field]: [message] } });
