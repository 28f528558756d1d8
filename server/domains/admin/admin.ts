/** What the rest of the server may use of the administrators. */

export { findAccountId, listAccountNames } from './account-names.ts';
export {
  administratorName,
  countAdministrators,
  findAdministrator,
  listAdministrators,
  removeAdministrator,
} from './admin.queries.ts';
export { createAdministrator } from './create-administrator.ts';
export { resetSecondFactor } from './reset-second-factor.ts';
