import { emailTaken } from '#server/domains/accounts/accounts.errors.ts';
import { insertUser, type User } from '#server/domains/accounts/accounts.queries.ts';
import { isUniqueViolation, type Transaction } from '#server/platform/database.ts';

/** Creates a customer account. Throws `emailTaken`. */
export async function registerCustomer(
  tx: Transaction,
  customer: { email: string; firstName: string; lastName: string; passwordHash: string },
  now: Date,
): Promise<User> {
  try {
    return await insertUser(tx, { ...customer, createdAt: now });
  } catch (error) {
    throw isUniqueViolation(error, 'users_email_key') ? emailTaken(error) : error;
  }
}
