import { getSignalDetails } from '#contract/track-record/signal-details.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { hasPremium } from '#server/domains/billing/billing.ts';
import { getSignalAccess } from '#server/domains/signals/signals.ts';
import type { CallerGroup } from '#server/http/endpoints/shared-endpoint.ts';
import type { HandleByGroup } from '#server/http/endpoints.ts';
import { notFound } from '#server/platform/http-error.ts';
import type { Audience, DetailsReader } from './read-details.ts';

interface Readers extends CallerGroup {
  name: Audience;
}

/** The changes that public responses about a signal depend on. */
export const PUBLIC_TOPICS = ['signals', 'market', 'prices', 'track-record'] as const;
/** Public responses must not show when a premium signal changes, not even that they were rendered again. */
const READERS: Record<Audience, Readers> = {
  public: { name: 'public', topics: PUBLIC_TOPICS },
  entitled: { name: 'entitled', topics: [...PUBLIC_TOPICS, 'premium-signals', 'premium-states'] },
};

export function signalDetailsRoutes(
  handleByGroup: HandleByGroup,
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  readDetails: DetailsReader,
): void {
  handleByGroup(
    getSignalDetails,
    async ({ caller }) => {
      const isSubscribed =
        caller.kind === 'customer' && (await hasPremium(database.db, caller.userId, clock.now()));
      const access = getSignalAccess(caller, 'swing', isSubscribed);
      return READERS[access.kind === 'granted' ? 'entitled' : 'public'];
    },
    async ({ params, changesAt }, { name }) => {
      const read = await readDetails(params.id, name);
      if (!read) throw notFound();
      changesAt(read.changesAt);
      return read.details;
    },
  );
}
