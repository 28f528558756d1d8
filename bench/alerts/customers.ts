import type pg from 'pg';
import { RISK_STATEMENT_VERSION } from '#features/accounts/contract/risk-statement.ts';
import { signAccessToken } from '#features/accounts/server/sessions/sessions.ts';

/** Adds customers with a session and access to premium signals. Returns their IDs. */
export async function addSubscribers(pool: pg.Pool, count: number): Promise<string[]> {
  const ids = await addCustomers(pool, 'subscriber', count);
  await grantPremium(pool, ids, 'null');
  await acceptRisk(pool, ids);
  await pool.query('analyze');
  return ids;
}

/**
 * Adds customers without access: a third had it until an hour ago, a third has not accepted the risk statement, and the rest never had
 * access. Returns their IDs.
 */
export async function addOthers(pool: pg.Pool, count: number): Promise<string[]> {
  const ids = await addCustomers(pool, 'other', count);
  const third = Math.floor(count / 3);
  await grantPremium(pool, ids.slice(0, third), "now() - interval '1 hour'");
  await acceptRisk(pool, ids.slice(0, third));
  await grantPremium(pool, ids.slice(third, 2 * third), 'null');
  return ids;
}

async function addCustomers(pool: pg.Pool, name: string, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into users (email, first_name, last_name, email_verified_at, created_at)
     select $1 || '-' || number || '@example.com', 'Ali', 'Khan', now(), now() from generate_series(1, $2::int) as number
     returning id`,
    [name, count],
  );
  const ids = rows.map(({ id }) => id);
  await pool.query(
    `insert into sessions (id, account_kind, account_id, created_at, last_seen_at, expires_at)
     select id, 'customer', id, now(), now(), now() + interval '1 day' from unnest($1::uuid[]) as id`,
    [ids],
  );
  return ids;
}

const grantPremium = (pool: pg.Pool, ids: readonly string[], revokedAt: string) =>
  pool.query(
    `insert into premium_grants (user_id, reason, granted_by, starts_at, ends_at, revoked_at)
     select id, 'benchmark', 'bench', now() - interval '1 day', now() + interval '30 days', ${revokedAt}
     from unnest($1::uuid[]) as id`,
    [ids],
  );

const acceptRisk = (pool: pg.Pool, ids: readonly string[]) =>
  pool.query(
    `insert into risk_acceptances (user_id, version, place, accepted_at)
     select id, $2, 'prompt', now() from unnest($1::uuid[]) as id`,
    [ids, RISK_STATEMENT_VERSION],
  );

/** Adds a device for each customer, which has accepted messages. The end of its endpoint is the customer's ID. */
export const addDevices = (
  pool: pg.Pool,
  ids: readonly string[],
  { url, keys }: { url: string; keys: { p256dh: string; auth: string } },
) =>
  pool.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at, last_seen_at, accepted_at)
     select id, id, $2 || '/send/' || id, $3, $4, now(), now(), now() from unnest($1::uuid[]) as id`,
    [ids, url, keys.p256dh, keys.auth],
  );

/** Links a chat for each customer, with the IDs from 1 on. */
export const addChats = (pool: pg.Pool, ids: readonly string[]) =>
  pool.query(
    `insert into telegram_links (user_id, chat_id, chat_name, linked_at)
     select id, number, 'Ali', now() from unnest($1::uuid[]) with ordinality as customer (id, number)`,
    [ids],
  );

/** Lets each customer receive an email for each alert. */
export const requestEmails = (pool: pg.Pool, ids: readonly string[]) =>
  pool.query(
    `insert into alert_settings (user_id, email, unsubscribe_token) select id, 'at_once', id from unnest($1::uuid[]) as id`,
    [ids],
  );

/** Ends the access of a customer: the grant is revoked, or its time is over. */
export const endAccess = (pool: pg.Pool, id: string, isRevoked: boolean) =>
  pool.query(
    `update premium_grants set ${isRevoked ? 'revoked_at' : 'ends_at'} = clock_timestamp() where user_id = $1`,
    [id],
  );

/** Signs the access token of each customer. */
export const signTokens = (ids: readonly string[], secret: string): Promise<string[]> =>
  Promise.all(
    ids.map((id) => signAccessToken({ id, accountId: id }, { current: secret, accepted: [] }, new Date())),
  );
