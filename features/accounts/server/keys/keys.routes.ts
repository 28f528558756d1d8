import { getFeedPath } from '#core/contract/paths.ts';
import { addMilliseconds, DAY } from '#core/server/platform/clock.ts';
import { queueEmail } from '#core/server/platform/email/outbox.ts';
import { badRequest, notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  MAX_API_KEYS,
} from '#features/accounts/contract/api-keys.ts';
import { createFeedLink, deleteFeedLink, listFeedLinks } from '#features/accounts/contract/feed-links.ts';
import { lockSignedInCustomer } from '#features/accounts/server/sessions/session-lifetimes.ts';
import {
  deleteKey,
  insertKey,
  listKeys,
  presentKey,
  readFeedLinks,
  replaceFeedSecret,
  revokeFeedSecret,
} from './api-keys.ts';

/** Serves what gives access to an account without a session: the secret URLs of its feeds and its API keys. */
export function keysRoutes({ handle, database, clock, config, rateLimits }: RouteDependencies): void {
  handle(listFeedLinks, async ({ caller }) => ({ results: await readFeedLinks(database.db, caller.userId) }));

  handle(createFeedLink, async ({ caller, body: { kind }, events }) => {
    const { userId } = caller;
    await rateLimits.count('keyChangeAccount', userId);
    const secret = await database.transaction(async (tx) => {
      const { email } = await lockSignedInCustomer(tx, caller, clock.now());
      await events.record(tx, { kind: 'feed_link_created', target: { type: 'feed', id: kind } });
      await queueEmail(tx, { template: 'feed-link-created', recipient: email });
      return replaceFeedSecret(tx, { userId, kind }, clock.now());
    });
    return { url: config.publicUrl + getFeedPath(kind, secret) };
  });

  handle(deleteFeedLink, async ({ caller: { userId }, params: { kind }, events }) => {
    await database.transaction(async (tx) => {
      if (!(await revokeFeedSecret(tx, { userId, kind }))) throw notFound();
      await events.record(tx, { kind: 'feed_link_revoked', target: { type: 'feed', id: kind } });
    });
  });

  handle(listApiKeys, async ({ caller }) => ({
    results: (await listKeys(database.db, caller.userId)).map(presentKey),
  }));

  handle(createApiKey, async ({ caller, body, events }) => {
    const { userId } = caller;
    await rateLimits.count('keyChangeAccount', userId);
    const now = clock.now();
    const expiresAt = body.expires_in_days === null ? null : addMilliseconds(now, body.expires_in_days * DAY);
    const { key, row } = await database.transaction(async (tx) => {
      // The lock also serializes requests, so that all keys are counted.
      const { email } = await lockSignedInCustomer(tx, caller, now);
      if ((await listKeys(tx, userId)).length >= MAX_API_KEYS) throw tooManyKeys();
      const scopes = [...new Set(body.scopes)];
      const created = await insertKey(tx, { userId, name: body.name, scopes, createdAt: now, expiresAt });
      await events.record(tx, {
        kind: 'api_key_created',
        target: { type: 'api_key', id: created.row.id },
        details: { label: created.row.hint, after: scopes.join(' ') },
      });
      await queueEmail(tx, { template: 'api-key-created', recipient: email });
      return created;
    });
    return { key, api_key: presentKey(row) };
  });

  handle(deleteApiKey, async ({ caller, params, events }) => {
    await database.transaction(async (tx) => {
      const hint = await deleteKey(tx, caller.userId, params.id);
      if (hint === null) throw notFound();
      await events.record(tx, {
        kind: 'api_key_revoked',
        target: { type: 'api_key', id: params.id },
        details: { label: hint },
      });
    });
  });
}

const tooManyKeys = () =>
  badRequest('too_many_api_keys', {
    detail: `You have ${MAX_API_KEYS} API keys, the most possible. Revoke one first.`,
  });
