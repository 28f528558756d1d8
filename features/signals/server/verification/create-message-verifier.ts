import { createHash } from 'node:crypto';
import type { Dependencies } from '#dependencies.ts';
import { listCompanyAlerts } from '#features/alerts/server/alerts.ts';
import { cacheCompanies } from '#features/market/server/market.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import type { VerifiedMessage } from '#features/signals/contract/verify.ts';
import {
  createDetailsReader,
  findSignalWithVersions,
  listReplacements,
  listSignalsByCode,
} from '#features/signals/server/signals.ts';
import { verifyMessage } from './verify-message.ts';

/** Compares a message with what was published, for a client whose guesses are counted in each of its networks, the smallest one first. */
type MessageVerifier = (
  text: string,
  client: { networks: readonly string[]; mayRead: (signalType: SignalType) => Promise<boolean> },
) => Promise<VerifiedMessage>;

/** A daily email lists so many. */
const MAX_SIGNALS = 20;

/** Creates the function that compares messages with what was published, with the limits of guesses per client and code. */
export function createMessageVerifier(
  dependencies: Pick<Dependencies, 'config' | 'database' | 'clock' | 'rateLimits'>,
): MessageVerifier {
  const { config, database, rateLimits } = dependencies;
  const readDetails = createDetailsReader(dependencies);
  const getCompanies = cacheCompanies(database);

  /**
   * Counts the different messages of each client, in each of its networks. After many from all clients together a client has one: a botnet has few
   * guesses then, and no one can keep the first message of someone else from being compared. A message that others have sent counts too, because its
   * result would be that of a guess.
   */
  async function countGuess(code: string, message: string, networks: readonly string[]): Promise<boolean> {
    const digest = createHash('sha256').update(message).digest('base64url');
    const own = `${networks[0]} ${code} ${digest}`;
    if ((await rateLimits.readCount('verifyClient', own)) > 0) return true;
    const isGuarded = (await rateLimits.readCount('verifyCode', code)) >= config.limits.verifyCode.max;
    for (const [index, network] of networks.entries()) {
      const { limit, remaining } = await rateLimits.countQuota('verifyClient', `${network} ${code}`);
      if (limit.max - remaining > (isGuarded ? 1 : limit.max) * 2 ** index) return false;
    }
    await rateLimits.countQuota('verifyClient', own);
    const { limit, remaining } = await rateLimits.countQuota('verifyCode', `${code} ${digest}`);
    if (limit.max - remaining === 1) await rateLimits.countQuota('verifyCode', code);
    return true;
  }

  return async (text, { networks, mayRead }) =>
    verifyMessage(text, {
      publicUrl: config.publicUrl,
      analyst: config.analyst,
      companies: await getCompanies(),
      async findSignals({ codes, ids }) {
        const byCode = await listSignalsByCode(database.db, codes);
        const found = [...new Set([...byCode.map(({ id }) => id), ...ids])].slice(0, MAX_SIGNALS);
        const stored = await Promise.all(found.map((id) => findSignalWithVersions(database.db, id)));
        return stored.filter((signal) => signal !== null);
      },
      listCompanyAlerts: (symbols) => listCompanyAlerts(database.db, symbols),
      mayRead,
      listReplacements: (ids) => listReplacements(database.db, ids),
      readReport: async (id) => (await readDetails(id, 'entitled'))?.details.report ?? null,
      countGuess: (code, message) => countGuess(code, message, networks),
    });
}
