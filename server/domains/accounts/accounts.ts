/** The accounts domain's interface for the other domains: sign-in, sessions, passwords and their emails. */

export { invalidCredentials } from './accounts.errors.ts';
export { lockCustomer } from './accounts.queries.ts';
export {
  type Customer,
  findCustomer,
  findCustomerByEmail,
  getCustomerEmail,
  listCustomerEmails,
  listCustomers,
  listExistingEmails,
} from './customers.queries.ts';
export type { AccountHooks } from './deletion/account-hooks.ts';
export { createAccountEmails } from './emails/account-emails.ts';
export { hashPassword, verifyPassword } from './passwords/password.ts';
export { authenticate } from './sessions/authenticate.ts';
export { countActiveSessions, endCustomerSessions } from './sessions/customer-sessions.ts';
export { deleteExpiredCredentials } from './sessions/delete-expired-credentials.ts';
export { extendSessions } from './sessions/extend-sessions.ts';
export {
  clearSecondFactor,
  filterActiveSessions,
  markSecondFactor,
  revokeOtherSessions,
  revokeSessionsOfAccount,
} from './sessions/sessions.queries.ts';
export { startSession } from './sessions/sessions.ts';
export { combineFailureLimits, limitSignIn } from './sign-in/failure-limits.ts';
export { registerCustomer } from './sign-in/register-customer.ts';
export { reportFailedSignIn } from './sign-in/report-failed-sign-in.ts';
export { checkCredentials } from './sign-in/sign-in.ts';
export { getTrustedDevice, trustDevice } from './sign-in/trusted-device.ts';
