import { type Config, isPrivateDemo } from '#server/config.ts';
import {
  checkCredentials,
  hashPassword,
  registerCustomer,
  verifyPassword,
} from '#server/domains/accounts/accounts.ts';
import { countAdministrators, createAdministrator, findAdministrator } from '#server/domains/admin/admin.ts';
import type { Database } from '#server/platform/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { StartupError } from '#server/platform/startup-error.ts';

/** The demo's own people. Their passwords are public: the demo listens on this machine alone. */
export const DEMO_ADMIN = { username: 'admin', password: 'demo-admin-2026' };
export const DEMO_CUSTOMER = { email: 'trader@tezi.example', password: 'demo-trader-2026' };

/** Makes the first administrator from the configuration, and in the demo a customer too. Later starts make nothing. */
export async function makeFirstAccounts(database: Database, config: Config, now: Date): Promise<void> {
  const admin = config.admin ?? (config.mode === 'demo' ? DEMO_ADMIN : null);
  if (admin && (await countAdministrators(database.read)) === 0)
    await createAdministrator(database, admin, now, { isPasswordPublic: admin === DEMO_ADMIN });
  if (isPrivateDemo(config)) await makeDemoCustomer(database, now);
}

/**
 * Throws a `StartupError` when others than the people of this machine would reach a database in which the demo's public
 * passwords still open an account.
 */
export async function refusePublicPasswords(database: Database, config: Config): Promise<void> {
  if (isPrivateDemo(config)) return;
  const administrator = await findAdministrator(database.read, DEMO_ADMIN.username);
  const isOpen =
    (administrator !== null && (await verifyPassword(DEMO_ADMIN.password, administrator.passwordHash))) ||
    (await isDemoCustomerOpen(database));
  if (isOpen) {
    throw new StartupError(
      "This database was made by the demo: anybody who knows the demo's public passwords could sign in. " +
        'Use another DATA_DIR or DATABASE_URL, which begins empty.',
    );
  }
}

const isDemoCustomerOpen = (database: Database) =>
  checkCredentials(database, DEMO_CUSTOMER).then(
    () => true,
    () => false,
  );

async function makeDemoCustomer(database: Database, now: Date): Promise<void> {
  const passwordHash = await hashPassword(DEMO_CUSTOMER.password);
  const person = { email: DEMO_CUSTOMER.email, firstName: 'Demo', lastName: 'Trader', passwordHash };
  try {
    await database.transaction((tx) => registerCustomer(tx, person, now));
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'email_taken')) throw error;
  }
}

/** The sign-ins of the demo that work as they are written here; those whose password was changed are left out. */
export async function demoSignIns(
  database: Database,
  config: Config,
): Promise<{ who: string; signIn: string }[]> {
  const admin = config.admin ?? DEMO_ADMIN;
  const administrator = await findAdministrator(database.read, admin.username);
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
