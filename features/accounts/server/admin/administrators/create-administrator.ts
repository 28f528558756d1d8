import * as z from 'zod/mini';
import { ADMIN_PASSWORD_MIN_LENGTH, AdminUsername, PASSWORD_MAX_LENGTH } from '#core/contract/credentials.ts';
import { type Database, isUniqueViolation } from '#core/server/platform/database.ts';
import { findAdminPasswordProblem } from '#core/server/platform/password-problem.ts';
import { recordOperatorEvent } from '#core/server/platform/security-events/store-event.ts';
import { StartupError } from '#core/server/platform/startup-error.ts';
import { hashPassword } from '#features/accounts/server/accounts.ts';
import { type Administrator, insertAdministrator } from '#features/accounts/server/admin/admin.queries.ts';

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
