import { verifyMessage } from '#contract/verify/verify.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { getSignalAccess, readCustomerAccess } from '#server/domains/signals/signals.ts';
import type { DetailsReader } from '#server/domains/track-record/track-record.ts';
import { getIpBlock } from '#server/platform/rate-limits/ip-block.ts';
import { createMessageVerifier } from './create-message-verifier.ts';

/** Registers the endpoint that compares a message about a signal with what was published. */
export function registerVerification(routes: RouteDependencies, readDetails: DetailsReader): void {
  const { handle, database, clock, rateLimits } = routes;
  const verify = createMessageVerifier(routes, readDetails);

  handle(verifyMessage, async ({ body, caller, clientIp }) => {
    await rateLimits.countIp('verifyAddress', clientIp);
    return verify(body.text, {
      name: getIpBlock(clientIp),
      mayRead: async (signalType) => {
        const customer = await readCustomerAccess(database.db, caller, clock.now());
        return getSignalAccess(caller, signalType, customer).kind === 'granted';
      },
    });
  });
}
