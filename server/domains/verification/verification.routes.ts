import { createHash } from 'node:crypto';
import { verifyMessage as verifyMessageEndpoint } from '#contract/verify/verify.ts';
import type { RouteDependencies } from '#server/dependencies.ts';
import { cacheCompanies } from '#server/domains/market/market.ts';
import {
  findSignalWithVersions,
  getSignalAccess,
  listSignalsByCode,
  readCustomerAccess,
} from '#server/domains/signals/signals.ts';
import type { DetailsReader } from '#server/domains/track-record/track-record.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { getIpBlock } from '#server/platform/rate-limits/ip-block.ts';
import { verifyMessage } from './verify-message.ts';

/** Registers the endpoint that compares a message about a signal with what was published. */
export function registerVerification(
  { handle, config, database, clock, rateLimits }: RouteDependencies,
  readDetails: DetailsReader,
): void {
  const getCompanies = cacheCompanies(database);

  /** Each different message counts once: many people paste the same forgery, and each learns the same from it. */
  const countGuess = async (code: string, message: string, clientIp: string): Promise<boolean> => {
    const subject = `${code} ${createHash('sha256').update(message).digest('base64url')}`;
    if (await rateLimits.isCounted('verifyCode', subject)) return true;
    try {
      await rateLimits.count('verifyClient', `${code} ${getIpBlock(clientIp)}`);
      await rateLimits.count('verifyCode', code);
      await rateLimits.count('verifyCode', subject);
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.code === 'throttled') return false;
      throw error;
    }
  };

  handle(verifyMessageEndpoint, async ({ body, caller, clientIp }) => {
    await rateLimits.countIp('verifyAddress', clientIp);
    return verifyMessage(body.text, {
      publicUrl: config.publicUrl,
      analyst: config.analyst,
      companies: await getCompanies(),
      findSignal: async (codes) => {
        const ids = new Map((await listSignalsByCode(database.db, codes)).map(({ id, code }) => [code, id]));
        const id = codes.map((code) => ids.get(code)).find((known) => known !== undefined);
        return id === undefined ? null : findSignalWithVersions(database.db, id);
      },
      mayRead: async (signalType) => {
        const customer = await readCustomerAccess(database.db, caller, clock.now());
        return getSignalAccess(caller, signalType, customer).kind === 'granted';
      },
      readState: async (id) => (await readDetails(id, 'entitled'))?.details.report?.signal.state ?? null,
      countGuess: (code, message) => countGuess(code, message, clientIp),
    });
  });
}
