import type { Config } from '#core/server/config/config.ts';
import { type Check, count, off, ok } from '#core/server/platform/checks/checks.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { listAdministrators } from './admin.queries.ts';

const CREATE = '`npm run tezi -- admin create --username NAME`';

/** Checks that all administrators have a second factor and that there are enough of them. */
export const createAdministratorsCheck = (
  db: Queryable,
  { mode, isApprovalRequired }: Pick<Config, 'mode' | 'isApprovalRequired'>,
): Check => ({
  id: 'administrators',
  title: 'Administrators have a second factor',
  scope: 'shared',
  usesClock: false,
  setup: {
    group: 'Administration',
    purpose: 'A guessed or stolen password must not be enough to publish signals or read customer data.',
    settings: ['ADMIN_SECOND_FACTOR'],
    isEssential: true,
  },
  async run() {
    const administrators = await listAdministrators(db);
    const unprotected = administrators.filter(({ totpConfirmedAt }) => totpConfirmedAt === null);
    const number = count(administrators.length, 'administrator', 'administrators');
    const isProtected = unprotected.length < administrators.length || mode === 'demo';
    if (isProtected && isApprovalRequired && administrators.length < 2)
      return {
        state: 'failing',
        cause:
          'No signal can be approved: signals need the approval of a second administrator, and there is none.',
        action: `Create one with ${CREATE}.`,
      };
    if (mode === 'demo') return ok(`${number}; the password of a demo is public.`);
    if (unprotected.length === 0 && administrators.length > 0) return ok(`${number} with a second factor.`);
    if (unprotected.length === administrators.length)
      return off(
        administrators.length === 0 ? 'There is no administrator.' : 'No administrator has a second factor.',
        administrators.length === 0
          ? `Create one with ${CREATE}.`
          : 'Set up an authenticator app under Second factor on the page Signals. ADMIN_SECOND_FACTOR=required demands it from all.',
      );
    return {
      state: 'warning',
      cause: `Without a second factor: ${unprotected.map(({ username }) => username).join(', ')}.`,
      action: 'Ask them to set up an authenticator app, or set ADMIN_SECOND_FACTOR=required.',
    };
  },
});
