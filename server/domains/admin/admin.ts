/** What the rest of the server may use of the administrators. */

export {
  getAdministratorName,
  countAdministrators,
  findAdministratorByUsername,
  listAdministrators,
  removeAdministrator,
} from './admin.queries.ts';
export { createAdministrator } from './administrators/create-administrator.ts';
export { resetSecondFactor } from './second-factor/reset-second-factor.ts';
export { findAccountId, listAccountNames } from './security-log/account-names.ts';
