/** What the rest of the server may use of the accounts: signing in, sessions and passwords. */
export { wrongCredentials } from './accounts.errors.ts';
export { authenticate, type Caller, VISITOR } from './authenticate.ts';
export { hashPassword, verifyPassword } from './password.ts';
export { registerCustomer } from './register-customer.ts';
export { startSession } from './sessions.ts';
export { checkCredentials } from './sign-in.ts';
