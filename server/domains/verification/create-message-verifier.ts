import { createHash } from 'node:crypto';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { Verification } from '#contract/verify/verify.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { cacheCompanies } from '#server/domains/market/market.ts';
import { findSignalWithVersions, listSignalsByCode } from '#server/domains/signals/signals.ts';
import type { DetailsReader } from '#server/domains/track-record/track-record.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { verifyMessage } from './verify-message.ts';

/** Compares a message with what was published, for a client whose guesses are counted together. */
export type MessageVerifier = (
  text: string,
  client: { name: string; mayRead: (signalType: SignalType) => Promise<boolean> },
) => Promise<Verification>;

/** Creates the function that compares messages with what was published, with the limits of guesses per code and client. */
export function createMessageVerifier(
  { config, database, rateLimits }: Pick<Dependencies, 'config' | 'database' | 'rateLimits'>,
  readDetails: DetailsReader,
): MessageVerifier {
  const getCompanies = cacheCompanies(database);

  /** Each different message counts once: many people paste the same forgery, and each learns the same from it. */
  const countGuess = async (code: string, message: string, clientName: string): Promise<boolean> => {
    const subject = `${code} ${createHash('sha256').update(message).digest('base64url')}`;
    if (await rateLimits.isCounted('verifyCode', subject)) return true;
    try {
      await rateLimits.count('verifyClient', `${code} ${clientName}`);
      await rateLimits.count('verifyCode', code);
      await rateLimits.count('verifyCode', subject);
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.code === 'throttled') return false;
      throw error;
    }
  };

  return async (text, { name, mayRead }) =>
    verifyMessage(text, {
      publicUrl: config.publicUrl,
      analyst: config.analyst,
      companies: await getCompanies(),
      findSignal: async (codes) => {
        const ids = new Map((await listSignalsByCode(database.db, codes)).map(({ id, code }) => [code, id]));
        const id = codes.map((code) => ids.get(code)).find((known) => known !== undefined);
        return id === undefined ? null : findSignalWithVersions(database.db, id);
      },
      mayRead,
      readState: async (id) => (await readDetails(id, 'entitled'))?.details.report?.signal.state ?? null,
      countGuess: (code, message) => countGuess(code, message, name),
    });
}
