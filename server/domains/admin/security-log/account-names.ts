import * as z from 'zod/mini';
import { findCustomerByEmail, listCustomerEmails } from '#server/domains/accounts/accounts.ts';
import { findAdministratorByUsername, listAdministrators } from '#server/domains/admin/admin.queries.ts';
import type { Queryable } from '#server/platform/database.ts';
import type { StoredEvent } from '#server/platform/security-events/security-events.queries.ts';

/** Finds the id of the account with this id, email or username. An id is returned even if the account was deleted. */
export async function findAccountId(db: Queryable, text: string): Promise<string | null> {
  if (z.uuid().safeParse(text).success) return text.toLowerCase();
  const account = (await findAdministratorByUsername(db, text)) ?? (await findCustomerByEmail(db, text));
  return account?.id ?? null;
}

/** Returns the usernames and emails of the accounts in security events, by id. */
export async function listAccountNames(
  db: Queryable,
  events: readonly Pick<StoredEvent, 'accountKind' | 'accountId'>[],
): Promise<Map<string, string>> {
  const customerIds = events
    .filter(({ accountKind }) => accountKind === 'customer')
    .flatMap(({ accountId }) => accountId ?? []);
  const names = await listCustomerEmails(db, [...new Set(customerIds)]);
  for (const { id, username } of await listAdministrators(db)) names.set(id, username);
  return names;
}
