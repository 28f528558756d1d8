import { verifyMessage as verifyMessageEndpoint } from '#contract/verify/verify.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import type { CompanyIndex } from '#server/domains/market/market.ts';
import { getSignalAccess, readCustomerAccess } from '#server/domains/signals/signals.ts';
import { verifyMessage } from './verify-message.ts';

/** Tells everyone whether a message about a signal is genuine. */
export function registerVerification(
  { handle, config, database, clock, rateLimits }: RouteDependencies,
  companies: Pick<CompanyIndex, 'list'>,
): void {
  handle(verifyMessageEndpoint, async ({ body, caller, clientIp }) => {
    await rateLimits.countIp('verifyAddress', clientIp);
    const symbols = new Set((await companies.list()).map(({ symbol }) => symbol));
    return verifyMessage(database.db, body.text, {
      publicUrl: config.publicUrl,
      analyst: config.analyst,
      isSymbol: (word) => symbols.has(word),
      mayRead: async (signalType) => {
        const customer = await readCustomerAccess(database.db, caller, clock.now());
        return getSignalAccess(caller, signalType, customer).kind === 'granted';
      },
      limitGuesses: (code) => rateLimits.failureCeiling('verifyCode', code),
    });
  });
}
