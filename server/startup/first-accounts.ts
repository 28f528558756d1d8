import type { Config } from '#server/config/config.ts';
import { isPrivateDemo } from '#server/config/private-demo.ts';
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
import { DEMO_ADMIN, DEMO_CUSTOMER, PUBLIC_PASSWORDS } from '#server/startup/public-passwords.ts';

/** Makes the first administrator from the configuration, and in the demo a customer too. Later starts make nothing. */
export async function makeFirstAccounts(database: Database, config: Config, now: Date): Promise<void> {
  const admin = config.admin ?? (config.mode === 'demo' ? DEMO_ADMIN : null);
  if (admin && (await countAdministrators(database.db)) === 0)
    await createAdministrator(database, admin, now, { isPasswordPublic: isPrivateDemo(config) });
  if (isPrivateDemo(config)) await makeDemoCustomer(database, now);
}

/**
 * Throws a `StartupError` when others than the users of this machine would reach a database in which a public password
 * opens an account. Checks every administrator, since the demo's may have any name; the demo's customer has one email,
 * which cannot be changed.
 */
export async function rejectPublicPasswords(database: Database, config: Config): Promise<void> {
  if (isPrivateDemo(config)) return;
  for (const { username, passwordHash } of await listAdministrators(database.db)) {
    if (await isAnyPassword(PUBLIC_PASSWORDS, passwordHash)) {
      throw new StartupError(
        `The administrator "${username}" in this database has a password of the demo, which is public. Remove the ` +
          `administrator with \`npm run tezi -- admin remove --username "${username}"\` and create another ` +
          'one, or use another DATABASE_URL or DATA_DIR.',
      );
    }
  }
  if (await isDemoCustomerOpen(database)) {
    throw new StartupError(
      `The customer ${DEMO_CUSTOMER.email} in this database has the demo's password, which is public: the database was ` +
        'made by the demo. Use another DATABASE_URL or DATA_DIR, which begins empty.',
    );
  }
}

async function isAnyPassword(passwords: readonly string[], hash: string): Promise<boolean> {
  for (const password of passwords) if (await verifyPassword(password, hash)) return true;
  return false;
}

async function isDemoCustomerOpen(database: Database): Promise<boolean> {
  try {
    await checkCredentials(database, DEMO_CUSTOMER);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
}

async function makeDemoCustomer(database: Database, now: Date): Promise<void> {
  if (await findCustomerByEmail(database.db, DEMO_CUSTOMER.email)) return;
  const passwordHash = await hashPassword(DEMO_CUSTOMER.password);
  const person = { email: DEMO_CUSTOMER.email, firstName: 'Demo', lastName: 'Trader', passwordHash };
  await database.transaction(async (tx) => {
    const { id } = await registerCustomer(tx, person, now);
    await recordOperatorEvent(tx, { kind: 'account_created', target: { type: 'customer', id } }, now);
  });
}

/** The sign-ins of the demo that work as they are written here; those whose password was changed are left out. */
export async function demoSignIns(
  database: Database,
  config: Config,
): Promise<{ who: string; signIn: string }[]> {
  const admin = config.admin ?? DEMO_ADMIN;
  const administrator = await findAdministratorByUsername(database.db, admin.username);
  const isAdminRight =
    administrator !== null && (await verifyPassword(admin.password, administrator.passwordHash));
  const isCustomerRight = await isDemoCustomerOpen(database);
  const adminPassword = config.admin ? '(your ADMIN_PASSWORD)' : admin.password;
  return [
    ...(isAdminRight ? [{ who: 'Administrator', signIn: `${admin.username} / ${adminPassword}` }] : []),
    ...(isCustomerRight
      ? [{ who: 'Customer', signIn: `${DEMO_CUSTOMER.email} / ${DEMO_CUSTOMER.password}` }]
      : []),
  ];
}
