import { listSignalChanges } from '#contract/track-record/signal-changes.ts';
import { getSignalDetails } from '#contract/track-record/signal-details.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { getSignalAccess, readCustomerAccess } from '#server/domains/signals/signals.ts';
import type { Caller } from '#server/http/caller.ts';
import type { CallerGroup } from '#server/http/endpoints/shared-endpoint.ts';
import type { HandleByGroup } from '#server/http/endpoints.ts';
import { notFound } from '#server/platform/http-error.ts';
import { createChangesReader } from './read-changes.ts';
import type { Audience, DetailsReader } from './read-details.ts';

interface Readers extends CallerGroup {
  audience: Audience;
  needsAcceptance: boolean;
}

/** The changes that public responses about a signal depend on. */
export const PUBLIC_TOPICS = ['signals', 'market', 'prices', 'track-record'] as const;
/** Public responses must not show when a premium signal changes, not even that they were rendered again. */
const PUBLIC: Readers = { name: 'public', audience: 'public', needsAcceptance: false, topics: PUBLIC_TOPICS };
/** Subscribers who have not accepted the risk statement see what is public. */
const NOT_ACCEPTED: Readers = { ...PUBLIC, name: 'not-accepted', needsAcceptance: true };
const ENTITLED: Readers = {
  name: 'entitled',
  audience: 'entitled',
  needsAcceptance: false,
  topics: [...PUBLIC_TOPICS, 'premium-signals', 'premium-states'],
};

export function signalDetailsRoutes(
  handleByGroup: HandleByGroup,
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  readDetails: DetailsReader,
): void {
  const { database, clock } = dependencies;
  const readChanges = createChangesReader(dependencies);
  const authorize = async ({ caller }: { caller: Caller }) => {
    const customer = await readCustomerAccess(database.db, caller, clock.now());
    const access = getSignalAccess(caller, 'swing', customer);
    if (access.kind === 'granted') return ENTITLED;
    return access.kind === 'risk_statement_required' ? NOT_ACCEPTED : PUBLIC;
  };
  handleByGroup(getSignalDetails, authorize, async ({ params, changesAt }, { audience, needsAcceptance }) => {
    const read = await readDetails(params.id, audience);
    if (!read) throw notFound();
    changesAt(read.changesAt);
    const { details } = read;
    return { ...details, risk_statement_required: needsAcceptance && details.report === null };
  });

  handleByGroup(listSignalChanges, authorize, async ({ query, changesAt }, { audience }) => {
    const read = await readChanges(query.after, audience);
    changesAt(read.changesAt);
    return read.changes;
  });
}
