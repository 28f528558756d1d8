/** The accounts domain's interface for the other domains: sign-in, sessions, passwords and their emails. */

export { invalidCredentials } from './accounts.errors.ts';
export { lockCustomer } from './accounts.queries.ts';
export {
  type Customer,
  findCustomer,
  filterVerifiedCustomers,
  findCustomerByEmail,
  getCustomerEmail,
  listCustomerEmails,
  listCustomerIds,
  listCustomers,
  listExistingEmails,
  lockExistingCustomers,
} from './customers.queries.ts';
export type { AccountHooks } from './deletion/delete-account.ts';
export { createAccountEmails } from './emails/account-emails.ts';
export { hashPassword, verifyPassword } from './passwords/password.ts';
export { createKeyAuthentication } from './keys/authenticate-key.ts';
export { findFeedOwner } from './keys/feed-links.ts';
export {
  acceptRiskStatement,
  filterRiskAccepted,
  listRiskAcceptances,
} from './risk-statement/risk-statement.ts';
export { authenticate } from './sessions/authenticate.ts';
export {
  countActiveSessions,
  deleteExpiredCredentials,
  endCustomerSessions,
  extendSessions,
  findEndedSessions,
  lockSignedInCustomer,
} from './sessions/session-lifetimes.ts';
export {
  clearSecondFactor,
  filterActiveSessions,
  listLastVisits,
  markSecondFactor,
  revokeOtherSessions,
  revokeSessionsOfAccount,
} from './sessions/sessions.queries.ts';
export { startSession } from './sessions/sessions.ts';
export { combineFailureLimits, limitSignIn } from './sign-in/failure-limits.ts';
export { checkCredentials, registerCustomer, reportFailedSignIn } from './sign-in/sign-in.ts';
export { type SignInAlert, signInAlertQueue } from './sign-in/sign-in-alert.ts';
export { getTrustedDevice, trustDevice } from './sign-in/trusted-device.ts';
