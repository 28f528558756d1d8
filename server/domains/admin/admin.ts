/** The admin domain's interface for the other domains. */

export {
  countAdministrators,
  findAdministratorByUsername,
  getAdministratorName,
  listAdministrators,
  removeAdministrator,
} from './admin.queries.ts';
export { confirmAdministrator } from './administrators/check-password.ts';
export { createAdministrator } from './administrators/create-administrator.ts';
export { reencryptSecondFactors, resetSecondFactor } from './second-factor/second-factor.ts';
export { findAccountId, listAccountNames } from './security-log/security-events.admin.routes.ts';
