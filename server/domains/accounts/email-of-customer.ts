import type { Queryable } from '#server/platform/database.ts';
import { accountNotFound } from './accounts.errors.ts';
import { findUser } from './accounts.queries.ts';

/** Throws `accountGone`. */
export async function emailOfCustomer(db: Queryable, id: string): Promise<string> {
  const user = await findUser(db, id);
  if (!user) throw accountNotFound();
  return user.email;
}
