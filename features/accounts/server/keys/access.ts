import type { SecurityEventKind } from '#core/contract/accounts/security-events.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import type { EventRecorder } from '#core/server/platform/security-events/security-event.ts';
import type { Access } from '#features/accounts/contract/passwords.ts';
import type { AccountHooks } from '#features/accounts/server/deletion/delete-account.ts';
import { listKeys, readFeedLinks, revokeKeysOfCustomer } from './api-keys.ts';

type Hooks = Pick<AccountHooks, 'onRecovered' | 'listChannels'>;

/** Lists what works without a session. Push devices end with their sessions. */
export async function readAccess(
  db: Queryable,
  userId: string,
  now: Date,
  { listChannels }: Pick<Hooks, 'listChannels'>,
): Promise<Access[]> {
  const keys = await listKeys(db, userId);
  const feeds = await readFeedLinks(db, userId);
  return [
    ...keys
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .map(({ hint }) => ({ kind: 'api_key' as const, label: `API key ${hint}` })),
    ...feeds.map(({ kind }) => ({ kind: 'feed' as const, label: `secret URL of the ${kind} feed` })),
    ...(await listChannels(db, userId)),
  ];
}

const REVOCATIONS: Record<Access['kind'], SecurityEventKind> = {
  api_key: 'api_key_revoked',
  feed: 'feed_link_revoked',
  webhook: 'webhook_removed',
  telegram: 'telegram_unlinked',
};

/** Revokes everything that works without a session: another user may have created it. */
export async function revokeAccess(
  tx: Transaction,
  userId: string,
  { hooks, events, now }: { hooks: Hooks; events: EventRecorder; now: Date },
): Promise<void> {
  for (const { kind, label } of await readAccess(tx, userId, now, hooks)) {
    const account = { kind: 'customer', id: userId } as const;
    await events.record(tx, { kind: REVOCATIONS[kind], account, details: { label } });
  }
  await revokeKeysOfCustomer(tx, userId);
  await hooks.onRecovered(tx, userId);
}
