import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH } from '#contract/accounts/sign-in.ts';
import { ADMIN_PASSWORD_MIN_LENGTH, AdminUsername } from '#contract/admin/sign-in.ts';
import { DEMO_ADMIN } from './public-passwords.ts';
import type { Settings, SettingsReader } from './read-settings.ts';
import { booleanChoice } from './schemas.ts';

export const ADMIN_SETTINGS = {
  ADMIN_USERNAME: {
    description:
      'The first administrator, created at the first start if there is none. Create others with `npm run tezi -- admin create`.',
    schema: z
      .string()
      .check(
        z.refine(
          (value) => z.safeParse(AdminUsername, value).success,
          'is too long: it may have 150 characters at most.',
        ),
      ),
    example: 'admin',
  },
  ADMIN_PASSWORD: {
    description:
      'The password of that administrator, at least 12 characters. Production and a demo on the network reject the public passwords of the demo, common passwords, and those made of the username or the name of the product.',
    schema: z
      .string()
      .check(
        z.minLength(
          ADMIN_PASSWORD_MIN_LENGTH,
          `is too short: it needs at least ${ADMIN_PASSWORD_MIN_LENGTH} characters.`,
        ),
        z.maxLength(
          PASSWORD_MAX_LENGTH,
          `is too long: it may have ${PASSWORD_MAX_LENGTH} characters at most.`,
        ),
      ),
    example: '',
    isUntrimmed: true,
  },
  ADMIN_SECOND_FACTOR: {
    description:
      '`required`: administrators must set up a second factor (an authenticator app) before they can do anything else. `optional`: they may set one up.',
    schema: booleanChoice(['optional', 'required'], 'required'),
    default: 'optional',
  },
} as const satisfies Settings;

export function readAdminSettings({ read, report }: SettingsReader) {
  const { values, isValid } = read(ADMIN_SETTINGS);
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password, ADMIN_SECOND_FACTOR } = values;
  if (isValid && username !== null && password === null) {
    report('ADMIN_USERNAME is set without ADMIN_PASSWORD: set both or neither.');
  }
  return {
    isSecondFactorRequired: ADMIN_SECOND_FACTOR,
    admin: password === null ? null : { username: username ?? DEMO_ADMIN.username, password },
  };
}
