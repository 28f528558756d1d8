import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A phone number in its international form, or `null` when it is none. Without a country code it is one of Pakistan. */
export function parsePhoneNumber(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'PK', extract: false });
  return number?.isValid() && !number.ext ? number.number : null;
}
