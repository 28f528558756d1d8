import { adminSignIn } from '#contract/admin.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { createLimits } from '#server/http/limits.ts';
import { signInGuesses } from './guess-limits.ts';
import { secondFactorRoutes } from './second-factor.routes.ts';
import { signInAdministrator } from './sign-in.ts';

export function adminRoutes(handle: Handle, dependencies: Dependencies): void {
  const limits = createLimits(dependencies);

  handle(adminSignIn, async ({ body, clientIp, userAgent }) => {
    const guesses = signInGuesses(limits, body.username, clientIp);
    const { administrator, tokens } = await signInAdministrator(dependencies, body, { guesses, userAgent });
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

  secondFactorRoutes(handle, dependencies);
}
