/** The interface of administrators for the other features. */

export {
  countAdministrators,
  getAdministratorName,
  listAdministrators,
  removeAdministrator,
} from './admin.queries.ts';
export { confirmAdministrator } from './administrators/check-password.ts';
export { createAdministrator } from './administrators/create-administrator.ts';
export { findDemoAdministrator } from './administrators/find-demo-administrator.ts';
export { createFirstAccounts, listDemoSignIns, rejectPublicPasswords } from './first-accounts.ts';
export { reencryptSecondFactors, resetSecondFactor } from './second-factor/second-factor.ts';
export { findAccountId, listAccountNames } from './security-log/security-events.admin.routes.ts';
