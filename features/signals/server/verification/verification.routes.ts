import { listIpBlocks } from '#core/server/platform/rate-limits/ip-block.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { verifyMessage } from '#features/signals/contract/verify.ts';
import { getSignalAccess, readCustomerAccess } from '#features/signals/server/signals.ts';
import { createMessageVerifier } from './create-message-verifier.ts';

/** Registers the endpoint that compares a message about a signal with what was published. */
export function registerVerification(routes: RouteDependencies): void {
  const { handle, database, clock, rateLimits } = routes;
  const verify = createMessageVerifier(routes);

  handle(verifyMessage, async ({ body, caller, clientIp }) => {
    await rateLimits.countIp('verifyAddress', clientIp);
    return verify(body.text, {
      networks: listIpBlocks(clientIp).map(({ key }) => key),
      mayRead: async (signalType) => {
        const customer = await readCustomerAccess(database.db, caller, clock.now());
        return getSignalAccess(caller, signalType, customer).kind === 'granted';
      },
    });
  });
}
