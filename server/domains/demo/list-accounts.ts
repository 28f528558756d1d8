import type { DemoAccount, DemoAccountKey } from '#contract/demo.ts';
import type { Config } from '#server/config/config.ts';
import { DEMO_ADMIN_ACCOUNT, DEMO_CUSTOMERS, type DemoCustomer, isPrivateDemo } from '#server/config/demo.ts';
import { listExistingEmails } from '#server/domains/accounts/accounts.ts';
import { findAdministratorByUsername } from '#server/domains/admin/admin.ts';
import type { Queryable } from '#server/platform/database.ts';

const CUSTOMER_KEYS: Record<NonNullable<DemoCustomer['subscription']>, DemoAccountKey> = {
  active: 'subscriber',
  canceled: 'canceled',
  past_due: 'past-due',
  paused: 'paused',
};

/**
 * Lists the demo's accounts that exist, with their public passwords, in the order of the chooser. A demo that other machines
 * can reach has none. An administrator with a configured password is not listed.
 */
export async function listAccounts(db: Queryable, config: Config): Promise<DemoAccount[]> {
  if (!isPrivateDemo(config)) return [];
  const existing = await listExistingEmails(
    db,
    DEMO_CUSTOMERS.map(({ email }) => email),
  );
  const accounts: DemoAccount[] = [];
  for (const { email, password, subscription, description } of sortByState(DEMO_CUSTOMERS)) {
    if (!existing.has(email)) continue;
    const key = subscription === null ? 'customer' : CUSTOMER_KEYS[subscription];
    accounts.push({ key, login: email, password, description });
  }
  const { username, password, description } = DEMO_ADMIN_ACCOUNT;
  if (config.admin === null && (await findAdministratorByUsername(db, username)) !== null) {
    accounts.push({ key: 'administrator', login: username, password, description });
  }
  return accounts;
}

/** Customers with a subscription come first. */
const sortByState = (customers: readonly DemoCustomer[]) =>
  customers.toSorted((a, b) => Number(a.subscription === null) - Number(b.subscription === null));
