import * as z from 'zod/mini';
import { ADMIN_PASSWORD_MIN_LENGTH, AdminUsername, PASSWORD_MAX_LENGTH } from '#core/contract/fields.ts';
import type { Config } from '#core/server/config/config.ts';
import {
  DEMO_ADMIN,
  DEMO_CUSTOMER,
  DEMO_CUSTOMERS,
  type DemoCustomer,
  isPrivateDemo,
  PUBLIC_PASSWORDS,
} from '#core/server/config/demo.ts';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import { type Database, isUniqueViolation, type Queryable } from '#core/server/platform/database.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { findAdminPasswordProblem } from '#core/server/platform/password-problem.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { CONTAMINATED_DATABASE_GUIDE } from '#core/server/startup/database/database-mode.ts';
import {
  acceptRiskStatement,
  checkCredentials,
  findCustomerByEmail,
  hashPassword,
  registerCustomer,
  verifyPassword,
} from '#features/accounts/server/accounts.ts';
import {
  type Administrator,
  countAdministrators,
  insertAdministrator,
  listAdministrators,
} from './admin.queries.ts';

/** Creates the first administrator from the configuration and, in the demo, customers. Later starts create nothing. */
export async function createFirstAccounts(database: Database, config: Config, now: Date): Promise<void> {
  const admin = config.admin ?? (config.mode === 'demo' ? DEMO_ADMIN : null);
  if (admin && (await countAdministrators(database.db)) === 0)
    await createAdministrator(database, admin, now, { isPasswordPublic: isPrivateDemo(config) });
  if (isPrivateDemo(config)) await createDemoCustomers(database, now);
}

/**
 * Throws a `StartupError` if an account in the database has a public password and the server can be reached from other
 * machines. Checks every administrator, because the demo's can have any username; the emails of its customers are fixed.
 */
export async function rejectPublicPasswords(database: Database, config: Config): Promise<void> {
  if (isPrivateDemo(config)) return;
  for (const { username, passwordHash } of await listAdministrators(database.db)) {
    if (await matchesAnyPassword(PUBLIC_PASSWORDS, passwordHash)) {
      throw new StartupError(
        `The administrator "${username}" in this database has a password of the demo, which is public. Remove the ` +
          `administrator with \`npm run tezi -- admin remove --username "${username}"\` and create another ` +
          'one, or use another DATABASE_URL or DATA_DIR.',
      );
    }
  }
  for (const customer of DEMO_CUSTOMERS) {
    if (!(await canCustomerSignIn(database, customer))) continue;
    throw new StartupError(
      `The customer ${customer.email} in this database has the demo's password, which is public: the database was ` +
        `created by the demo, or a demo was started on it. Use another, empty DATABASE_URL or DATA_DIR, or see ${CONTAMINATED_DATABASE_GUIDE}.`,
    );
  }
}

async function matchesAnyPassword(passwords: readonly string[], hash: string): Promise<boolean> {
  for (const password of passwords) if (await verifyPassword(password, hash)) return true;
  return false;
}

async function canCustomerSignIn(
  database: Database,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  // Without an account, a check of the credentials takes as long as with one.
  if (!(await findCustomerByEmail(database.db, email))) return false;
  try {
    await checkCredentials(database, { email, password });
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

/** The demo's customers registered before their first payments. */
const REGISTERED_DAYS_AGO = 90;

async function createDemoCustomers(database: Database, now: Date): Promise<void> {
  const missing: DemoCustomer[] = [];
  for (const customer of DEMO_CUSTOMERS)
    if (!(await findCustomerByEmail(database.db, customer.email))) missing.push(customer);
  const [first] = missing;
  if (!first) return;
  // They share the password. One hash for all makes the first start faster.
  const passwordHash = await hashPassword(first.password);
  const registeredAt = addMilliseconds(now, -REGISTERED_DAYS_AGO * DAY);
  await database.transaction(async (tx) => {
    for (const { email, firstName, lastName } of missing) {
      const { id } = await registerCustomer(tx, { email, firstName, lastName, passwordHash }, registeredAt);
      const target = { type: 'customer', id } as const;
      await recordOperatorEvent(tx, { kind: 'account_created', target }, registeredAt);
      await acceptRiskStatement(tx, {
        userId: id,
        place: 'sign_up',
        now: registeredAt,
        events: { record: (db, event) => recordOperatorEvent(db, event, registeredAt) },
      });
    }
  });
}

/** Returns the credentials of the demo's accounts: public passwords, except those that were changed. */
export async function listDemoSignIns(
  database: Database,
  config: Config,
): Promise<{ role: string; credentials: string }[]> {
  const { admin } = config;
  const found = await findDemoAdministrator(database.db, config);
  const isConfigured =
    found !== null && admin !== null && (await verifyPassword(admin.password, found.passwordHash));
  const adminPassword =
    found?.password ?? (isConfigured ? '(your ADMIN_PASSWORD)' : '(the password that you set)');
  const isCustomerPasswordUnchanged = await canCustomerSignIn(database, DEMO_CUSTOMER);
  return [
    ...(found ? [{ role: 'Administrator', credentials: `${found.username} / ${adminPassword}` }] : []),
    ...(isCustomerPasswordUnchanged
      ? [{ role: 'Customer', credentials: `${DEMO_CUSTOMER.email} / ${DEMO_CUSTOMER.password}` }]
      : []),
  ];
}

/**
 * Creates an administrator for the operator. Throws a `StartupError` that explains what is wrong with the
 * name or password. Only a private demo may have an administrator with a public password.
 */
export async function createAdministrator(
  database: Database,
  { username, password }: { username: string; password: string },
  now: Date,
  { isPasswordPublic = false } = {},
): Promise<Administrator> {
  const name = z.safeParse(AdminUsername, username);
  if (!name.success) throw new StartupError('The username is blank or longer than 150 characters.');
  if (password.length < ADMIN_PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) {
    throw new StartupError(
      `An administrator's password must have ${ADMIN_PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters.`,
    );
  }
  const problem = isPasswordPublic ? null : findAdminPasswordProblem(password, name.data);
  if (problem) throw new StartupError(problem.message);
  const passwordHash = await hashPassword(password);
  try {
    return await database.transaction(async (tx) => {
      const administrator = await insertAdministrator(tx, {
        username: name.data,
        passwordHash,
        createdAt: now,
      });
      const target = { type: 'administrator', id: administrator.id };
      const details = { label: administrator.username };
      await recordOperatorEvent(tx, { kind: 'administrator_created', target, details }, now);
      return administrator;
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'administrators_username_key')) throw error;
    throw new StartupError(`An administrator named ${name.data} already exists.`, { cause: error });
  }
}

/** Verifying a password takes as long as a sign-in, so each hash is verified once. */
const verified = new Map<string, boolean>();

/**
 * Returns the administrator that the demo offers: one with the public password, else the configured one, else any; `null` if there is
 * none. `password` is `null` unless it is the public one of the demo.
 */
export async function findDemoAdministrator(db: Queryable, { admin }: Pick<Config, 'admin'>) {
  const all = await listAdministrators(db);
  const configured = all.find(({ username }) => username.toLowerCase() === admin?.username.toLowerCase());
  // A configured password is not shown, even if it is the public one.
  const hidden = admin?.password === DEMO_ADMIN.password ? configured : null;
  for (const { username, passwordHash } of all)
    if (username !== hidden?.username && (await isPublic(passwordHash)))
      return { username, password: DEMO_ADMIN.password, passwordHash };
  const found = configured ?? all[0];
  return found ? { username: found.username, password: null, passwordHash: found.passwordHash } : null;
}

async function isPublic(passwordHash: string): Promise<boolean> {
  const isMatch = verified.get(passwordHash) ?? (await verifyPassword(DEMO_ADMIN.password, passwordHash));
  verified.set(passwordHash, isMatch);
  return isMatch;
}
