import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { EndpointParsed } from '#core/contract/endpoint.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { queueEmail } from '#core/server/platform/email/outbox.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { listAccess, updatePassword } from '#features/accounts/contract/passwords.ts';
import { editProfile, type Profile, readProfile } from '#features/accounts/contract/profile.ts';
import { accountNotFound, wrongCurrentPassword } from '#features/accounts/server/accounts.errors.ts';
import {
  deleteOneTimeTokens,
  findUser,
  replacePassword,
  type User,
  updateUser,
} from '#features/accounts/server/accounts.queries.ts';
import type { AccountHooks } from '#features/accounts/server/deletion/delete-account.ts';
import { readAccess, revokeAccess } from '#features/accounts/server/keys/access.ts';
import { confirmByPassword } from '#features/accounts/server/passwords/confirm-identity.ts';
import {
  getUserLane,
  hashPassword,
  rejectGuessablePassword,
} from '#features/accounts/server/passwords/password.ts';
import { revokeSessionsOfAccount } from '#features/accounts/server/sessions/sessions.queries.ts';
import { limitPasswordChecks } from '#features/accounts/server/sign-in/failure-limits.ts';
import { toTrustingAccount, trustDevice } from '#features/accounts/server/sign-in/trusted-device.ts';

/** Serves the signed-in customer's profile and password. */
export function profileRoutes(
  { handle, database, clock, tokenSecrets: secrets, rateLimits }: RouteDependencies,
  hooks: Pick<AccountHooks, 'onRecovered' | 'listChannels'>,
): void {
  handle(readProfile, async ({ caller }) => {
    const user = await findUser(database.db, caller.userId);
    if (!user) throw accountNotFound();
    return presentProfile(user);
  });

  handle(editProfile, async ({ caller, body }) => {
    const user = await database.transaction((tx) => editCustomer(tx, caller.userId, body));
    if (!user) throw accountNotFound();
    return presentProfile(user);
  });

  handle(listAccess, async ({ caller }) => ({
    results: await readAccess(database.db, caller.userId, clock.now(), hooks),
  }));

  handle(updatePassword, async ({ caller, body, cookies, events }) => {
    const user = await findUser(database.db, caller.userId);
    if (!user) throw accountNotFound();
    rejectGuessablePassword(body.new_password, user, 'new_password');
    const failures = limitPasswordChecks(rateLimits, caller);
    await confirmByPassword(user, body.current_password, { failures, events });
    const newHash = await hashPassword(body.new_password, getUserLane(user.id));
    const now = clock.now();
    const remaining = await database.transaction(async (tx) => {
      await changePassword(tx, user, newHash, now);
      await rateLimits.count('passwordChangeAccount', user.email, tx);
      await events.record(tx, { kind: 'password_changed', details: { scope: 'all' } });
      if (body.revoke_access) await revokeAccess(tx, user.id, { hooks, events, now });
      return readAccess(tx, user.id, now, hooks);
    });
    trustDevice(cookies, toTrustingAccount({ ...user, passwordHash: newHash }), secrets);
    return {
      message: 'Password updated successfully',
      logout_required: true,
      ...(remaining.length > 0 ? { remaining_access: remaining } : {}),
    };
  });
}

/**
 * Replaces the password that `user` was read with, ends every session, invalidates the password reset links
 * and notifies the customer by email. Throws `wrongCurrentPassword` if the password was changed in the
 * meantime.
 */
async function changePassword(tx: Transaction, user: User, newHash: string, now: Date): Promise<void> {
  if (!(await replacePassword(tx, user, newHash))) throw wrongCurrentPassword();
  await revokeSessionsOfAccount(tx, { accountKind: 'customer', accountId: user.id }, now);
  await deleteOneTimeTokens(tx, user.id, 'password-reset');
  await queueEmail(tx, { template: 'password-changed', recipient: user.email });
}

type Changes = EndpointParsed<typeof editProfile>['body'];

/**
 * Changes the given fields of a customer's profile. Returns `null` if the account was deleted; throws a field
 * error.
 */
async function editCustomer(tx: Transaction, userId: string, changes: Changes): Promise<User | null> {
  const user = await findUser(tx, userId);
  if (!user) return null;
  if (changes.email !== undefined && changes.email.toLowerCase() !== user.email) {
    throw invalidField('email', 'Email address cannot be changed for security reasons.');
  }
  const change = {
    ...(changes.first_name === undefined ? {} : { firstName: changes.first_name }),
    ...(changes.last_name === undefined ? {} : { lastName: changes.last_name }),
    ...(changes.phone === undefined ? {} : { phone: parsePhone(changes.phone) }),
  };
  return Object.keys(change).length === 0 ? user : updateUser(tx, userId, change);
}

function presentProfile(user: User): Profile {
  return {
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    phone: user.phone,
    email_verified: user.emailVerifiedAt !== null,
    has_password: user.passwordHash !== null,
    has_google: user.googleId !== null,
  };
}

/** Returns the number in international format. A number without a country code is Pakistani. */
function parsePhone(input: string | null): string | null {
  if (input === null || input === '') return null;
  const number = parsePhoneNumberFromString(input, { defaultCountry: 'PK', extract: false });
  if (!number?.isValid() || number.ext) {
    throw invalidField('phone', 'Enter a valid phone number, for example 0300 1234567.');
  }
  return number.number;
}

const invalidField = (field: string, message: string) =>
  new HttpError({ status: 400, code: `bad_${field}`, body: { [field]: [message] } });
