import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { editProfile as editProfileEndpoint, Profile } from '#contract/accounts/profile.ts';
import type { EndpointParsed } from '#contract/endpoint.ts';
import { findUser, type User, updateUser } from '#server/domains/accounts/accounts.queries.ts';
import type { Transaction } from '#server/platform/database.ts';
import { HttpError } from '#server/platform/http-error.ts';

type Changes = EndpointParsed<typeof editProfileEndpoint>['body'];

/**
 * Changes the given fields of a customer's profile. Returns `null` if the account was deleted; throws a field
 * error.
 */
export async function editProfile(tx: Transaction, userId: string, changes: Changes): Promise<User | null> {
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

export function presentProfile(user: User): Profile {
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
