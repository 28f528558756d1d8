import { adminSignIn } from '#contract/admin/sign-in.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { getTrustedDevice, reportFailedSignIn, trustDevice } from '#server/domains/accounts/accounts.ts';
import { type Administrator, findAdministratorByUsername } from './admin.queries.ts';
import { signInAdministrator } from './administrators/sign-in.ts';
import { limitSignInGuesses } from './second-factor/guess-limits.ts';
import { secondFactorRoutes } from './second-factor/second-factor.admin.routes.ts';
import { securityEventRoutes } from './security-log/security-events.admin.routes.ts';

export function registerAdmin(dependencies: RouteDependencies): void {
  const { handle, database, tokenSecrets: secrets, rateLimits } = dependencies;

  handle(adminSignIn, async ({ body, clientIp, userAgent, cookies, events }) => {
    const { username } = body;
    const existing = await findAdministratorByUsername(database.db, username);
    const device = getTrustedDevice(cookies, existing && toTrustingAccount(existing), secrets);
    const guesses = limitSignInGuesses(rateLimits, { username, device, clientIp });
    const subject = {
      account: existing && ({ kind: 'administrator', id: existing.id } as const),
      identifier: username.toLowerCase(),
      method: 'password',
    } as const;
    const { administrator, tokens } = await reportFailedSignIn(events, subject, () =>
      signInAdministrator(dependencies, body, { guesses, userAgent, events }),
    );
    trustDevice(cookies, toTrustingAccount(administrator), secrets);
    return {
      user: {
        id: administrator.id,
        username: administrator.username,
        email: '',
        first_name: administrator.username,
        last_name: '',
        google_id: null,
        isAdmin: true as const,
      },
      tokens,
    };
  });

  secondFactorRoutes(dependencies);
  securityEventRoutes(dependencies);
}

const toTrustingAccount = ({ id, passwordHash, totpConfirmedAt }: Administrator) =>
  ({ kind: 'administrator', id, passwordHash, secondFactorEnabledAt: totpConfirmedAt }) as const;
