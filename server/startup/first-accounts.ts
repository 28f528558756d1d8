import type { Config } from '#server/config/config.ts';
import { isPrivateDemo } from '#server/config/private-demo.ts';
import { DEMO_ADMIN, DEMO_CUSTOMER, PUBLIC_PASSWORDS } from '#server/config/public-passwords.ts';
import {
  checkCredentials,
  findCustomerByEmail,
  hashPassword,
  registerCustomer,
  verifyPassword,
} from '#server/domains/accounts/accounts.ts';
import {
  countAdministrators,
  createAdministrator,
  findAdministratorByUsername,
  listAdministrators,
} from '#server/domains/admin/admin.ts';
import type { Database } from '#server/platform/database.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { recordOperatorEvent } from '#server/platform/security-events/store-event.ts';
import { StartupError } from '#server/platform/startup-error.ts';

/** Creates the first administrator from the configuration and, in the demo, a customer. Later starts create nothing. */
export async function createFirstAccounts(database: Database, config: Config, now: Date): Promise<void> {
  const admin = config.admin ?? (config.mode === 'demo' ? DEMO_ADMIN : null);
  if (admin && (await countAdministrators(database.db)) === 0)
    await createAdministrator(database, admin, now, { isPasswordPublic: isPrivateDemo(config) });
  if (isPrivateDemo(config)) await createDemoCustomer(database, now);
}

/**
 * Throws a `StartupError` if an account in the database has a public password and the server can be reached from other
 * machines. Checks every administrator, because the demo's can have any username; the email of the demo's customer is fixed.
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
  if (await canDemoCustomerSignIn(database)) {
    throw new StartupError(
      `The customer ${DEMO_CUSTOMER.email} in this database has the demo's password, which is public: the database was ` +
        'created by the demo. Use another, empty DATABASE_URL or DATA_DIR.',
    );
  }
}

async function matchesAnyPassword(passwords: readonly string[], hash: string): Promise<boolean> {
  for (const password of passwords) if (await verifyPassword(password, hash)) return true;
  return false;
}

async function canDemoCustomerSignIn(database: Database): Promise<boolean> {
  try {
    await checkCredentials(database, DEMO_CUSTOMER);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

async function createDemoCustomer(database: Database, now: Date): Promise<void> {
  if (await findCustomerByEmail(database.db, DEMO_CUSTOMER.email)) return;
  const passwordHash = await hashPassword(DEMO_CUSTOMER.password);
  const customer = { email: DEMO_CUSTOMER.email, firstName: 'Demo', lastName: 'Trader', passwordHash };
  await database.transaction(async (tx) => {
    const { id } = await registerCustomer(tx, customer, now);
    await recordOperatorEvent(tx, { kind: 'account_created', target: { type: 'customer', id } }, now);
  });
}

/** Returns the credentials of the demo's accounts, except those whose password was changed. */
export async function listDemoSignIns(
  database: Database,
  config: Config,
): Promise<{ role: string; credentials: string }[]> {
  const admin = config.admin ?? DEMO_ADMIN;
  const administrator = await findAdministratorByUsername(database.db, admin.username);
  const isAdminPasswordUnchanged =
    administrator !== null && (await verifyPassword(admin.password, administrator.passwordHash));
  const isCustomerPasswordUnchanged = await canDemoCustomerSignIn(database);
  const adminPassword = config.admin ? '(your ADMIN_PASSWORD)' : admin.password;
  return [
    ...(isAdminPasswordUnchanged
      ? [{ role: 'Administrator', credentials: `${admin.username} / ${adminPassword}` }]
      : []),
    ...(isCustomerPasswordUnchanged
      ? [{ role: 'Customer', credentials: `${DEMO_CUSTOMER.email} / ${DEMO_CUSTOMER.password}` }]
      : []),
  ];
}
