import {
  acceptRiskStatement as acceptEndpoint,
  RISK_STATEMENT_VERSION,
  readRiskAcceptance,
} from '#contract/accounts/risk-statement.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { accountNotFound, riskStatementChanged } from '#server/domains/accounts/accounts.errors.ts';
import { lockCustomer } from '#server/domains/accounts/accounts.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import { acceptRiskStatement, listRiskAcceptances } from './risk-statement.ts';

/** Serves the acceptance of the risk statement. */
export function riskStatementRoutes({ handle, database, clock }: RouteDependencies): void {
  handle(readRiskAcceptance, ({ caller }) => presentState(database.db, caller.userId));

  handle(acceptEndpoint, ({ caller: { userId }, body: { version, place }, events }) => {
    if (version !== RISK_STATEMENT_VERSION) throw riskStatementChanged();
    return database.transaction(async (tx) => {
      if (!(await lockCustomer(tx, userId))) throw accountNotFound();
      await acceptRiskStatement(tx, { userId, place, now: clock.now(), events });
      return presentState(tx, userId);
    });
  });
}

async function presentState(db: Queryable, userId: string) {
  const acceptances = await listRiskAcceptances(db, userId);
  const acceptance = acceptances.find(({ version }) => version === RISK_STATEMENT_VERSION) ?? null;
  return { version: RISK_STATEMENT_VERSION, acceptance };
}
