/** The admin domain's interface for the other domains. */

export {
  countAdministrators,
  findAdministratorByUsername,
  getAdministratorName,
  listAdministrators,
  removeAdministrator,
} from './admin.queries.ts';
export { createAdministrator } from './administrators/create-administrator.ts';
export { reencryptSecondFactors } from './second-factor/reencrypt-second-factors.ts';
export { resetSecondFactor } from './second-factor/reset-second-factor.ts';
export { findAccountId, listAccountNames } from './security-log/account-names.ts';
