/** The interface of administrators for the other features. */

export {
  countAdministrators,
  getAdministratorName,
  listAdministrators,
  removeAdministrator,
} from './admin.queries.ts';
export { confirmAdministrator } from './check-password.ts';
export {
  createAdministrator,
  createFirstAccounts,
  findDemoAdministrator,
  listDemoSignIns,
  rejectPublicPasswords,
} from './first-accounts.ts';
export { reencryptSecondFactors, resetSecondFactor } from './second-factor/second-factor.ts';
export { findAccountId, listAccountNames } from './security-log/security-events.admin.routes.ts';
