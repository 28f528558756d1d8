/** What the rest of the server may use of the accounts: signing in, sessions, passwords and their mails. */
export type { AccountHooks } from './account-hooks.ts';
export { accountMails } from './account-mails.ts';
export { wrongCredentials } from './accounts.errors.ts';
export { holdCustomer, revokeOtherSessions, revokeSessionsOfAccount } from './accounts.queries.ts';
export { type AdministratorCaller, authenticate, type Caller, VISITOR } from './authenticate.ts';
export { countActiveSessions, endCustomerSessions } from './customer-sessions.ts';
export {
  type Customer,
  findCustomer,
  findCustomerByEmail,
  listCustomerEmails,
  listCustomers,
} from './customers.queries.ts';
export { describeDevice } from './describe-device.ts';
export { emailOfCustomer } from './email-of-customer.ts';
export { hashPassword, verifyPassword } from './password.ts';
export { registerCustomer } from './register-customer.ts';
export { removeEndedAccess } from './remove-ended.ts';
export { reportFailedSignIn } from './report-failed-sign-in.ts';
export { forgetSecondFactor, markSecondFactor } from './session-second-factor.ts';
export { startSession } from './sessions.ts';
export { checkCredentials } from './sign-in.ts';
export { both, signInFailures } from './sign-in-failures.ts';
export { getTrustedDevice, trustDevice } from './trusted-device.ts';
