/** The accounts feature's interface for the other features: sign-in, sessions, passwords and their emails. */

export { invalidCredentials } from './accounts.errors.ts';
export { findUser, lockCustomer } from './accounts.queries.ts';
export {
  type Customer,
  filterVerifiedCustomers,
  findCustomer,
  findCustomerByEmail,
  getCustomerEmail,
  listCustomerEmails,
  listCustomerIds,
  listCustomers,
  listExistingEmails,
  lockExistingCustomers,
} from './customers.queries.ts';
export { type AccountHooks, eraseCustomer } from './deletion/delete-account.ts';
export { createAccountEmails } from './emails/account-emails.ts';
export { createKeyAuthentication, findFeedOwner } from './keys/api-keys.ts';
export { getSignInLane, getUserLane, hashPassword, verifyPassword } from './passwords/password.ts';
export {
  acceptRiskStatement,
  filterRiskAccepted,
  listRiskAcceptances,
} from './risk-statement/risk-statement.ts';
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
export { authenticate, startSession } from './sessions/sessions.ts';
export { limitSignIn } from './sign-in/failure-limits.ts';
export {
  checkCredentials,
  registerCustomer,
  reportFailedSignIn,
  signInAlertQueue,
} from './sign-in/sign-in.ts';
export { getTrustedDevice, trustDevice } from './sign-in/trusted-device.ts';
