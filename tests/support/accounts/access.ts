import { createApiKey } from '#features/accounts/contract/api-keys.ts';
import { createFeedLink } from '#features/accounts/contract/feed-links.ts';
import { savePushSubscription } from '#features/alerts/contract/endpoints.ts';
import { createBrowser } from '#tests/support/push-service.ts';
import type { TestApp } from '#tests/support/test-app.ts';

export const EVERY_ACCESS = { keys: 1, feeds: 2, webhooks: 1, chats: 1, devices: 1, sessions: 1 };
export const NO_ACCESS = { keys: 0, feeds: 0, webhooks: 0, chats: 0, devices: 0, sessions: 0 };

/** Gives a customer everything that reads the account or receives its alerts. Returns the hint of the API key. */
export async function grantEveryAccess(
  test: TestApp,
  { access: token, email }: { access: string; email: string },
): Promise<{ hint: string }> {
  const body = { name: 'Sheet', scopes: ['news:read' as const], expires_in_days: null };
  const key = await test.call(createApiKey, { body }, { token });
  for (const kind of ['dates', 'signals'] as const)
    await test.call(createFeedLink, { body: { kind } }, { token });
  await test.call(savePushSubscription, { body: createBrowser().keys }, { token });
  await test.database.pool.query(
    `insert into webhooks (id, user_id, url, secret, created_at)
      select gen_random_uuid(), id, 'https://hooks.example/', 'x', now() from users where email = $1`,
    [email],
  );
  await test.database.pool.query(
    `insert into telegram_links (user_id, chat_id, chat_name, linked_at)
      select id, 1 + floor(random() * 1e9), 'Ayesha', now() from users where email = $1`,
    [email],
  );
  return key.body.api_key;
}

export async function countAccess(test: TestApp, email: string): Promise<typeof NO_ACCESS> {
  const { rows } = await test.database.pool.query(
    `select
        (select count(*)::int from api_keys where user_id = users.id) as keys,
        (select count(*)::int from feed_links where user_id = users.id) as feeds,
        (select count(*)::int from webhooks where user_id = users.id) as webhooks,
        (select count(*)::int from telegram_links where user_id = users.id) as chats,
        (select count(*)::int from push_subscriptions where user_id = users.id) as devices,
        (select count(*)::int from sessions where account_id = users.id and revoked_at is null) as sessions
      from users where email = $1`,
    [email],
  );
  return rows[0];
}
