import { toKarachiDate } from '#core/contract/dates.ts';
import { DAY } from '#core/server/platform/clock.ts';
import { requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import { hashPassword } from '#features/accounts/server/accounts.ts';
import {
  encryptTotpSecret,
  generateTotpSecret,
} from '#features/accounts/server/admin/second-factor/second-factor.ts';
import { insertWebhook } from '#features/alerts/server/webhooks/webhooks.queries.ts';
import { webhookEvents } from '#features/billing/server/billing.tables.ts';
import { boardMeetings } from '#features/corporate-actions/server/corporate-actions.tables.ts';
import { startImport } from '#features/imports/contract/imports.ts';
import { DraftContent } from '#features/signals/contract/publishing/signal-body.ts';
import { signalDrafts } from '#features/signals/server/signals.tables.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { GoogleBrowser, makeGoogleAccount } from '#tests/support/accounts/google.ts';
import { insertSubscription } from '#tests/support/billing/paddle.ts';
import type { PaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { makeDeadLetter } from '#tests/support/platform/jobs.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { BROWSER, DRAFT } from './example-bodies.ts';
import type { ExistingValues } from './existing-values.ts';
import { ROLES, type Role, TOKEN_SECRETS } from './roles.ts';

/** Rows that administrators use up, by the table and condition of those that are left. */
const SHARED_ROWS: Record<string, string> = {
  analysts: "(name, is_active, added_at) values ('Sana Malik', true, now())",
  company_statuses: "(symbol, status) values ('HUBC', 'suspended')",
  settlement_dates: "(trade_date, settlement_date, notice) values ('2026-12-24', '2026-12-28', 'PSX/N-2')",
  import_aliases:
    "(source, name, printed_name, symbol, created_at, created_by) values ('PSX payouts', 'lucky sement', 'Lucky Sement', 'LUCK', now(), 'admin')",
  'waiting_imports where settled_at is null':
    "(kind, file_name, source, received_at, rows, content) values ('prices', 'closing.csv', 'https://data.example/', now(), '{x}', 'YQ==')",
  // Of the other customer, because the access of the roles must not change.
  'premium_grants where revoked_at is null': `(user_id, reason, granted_by, starts_at, ends_at)
    select id, 'A refund', 'admin', now(), now() + interval '9 years' from users where email like 'qzprivate%'`,
  "trading_schedules where valid_from > '2028-12-31'":
    "(id, name, valid_from, monday_to_thursday, friday) select gen_random_uuid(), name, '2029-07-01', monday_to_thursday, friday from trading_schedules limit 1",
};

/** Rows of a customer, whose ID is the parameter. */
const OWN_ROWS: Record<string, string> = {
  api_keys:
    "(user_id, name, hash, hint, scopes, created_at) values ($1, 'Terminal', gen_random_uuid(), 'tezi_4kT0', '{prices:read}', now())",
  chart_settings: `(user_id, sets) values ($1, '[{ "id": "0d4c3f52-5d5f-4b8c-9a51-3f1f0c0f4a11", "name": "My trend", "indicators": [{ "kind": "sma", "period": 20 }] }]')`,
  feed_links:
    "(user_id, kind, hash, created_at) select $1, kind, gen_random_uuid(), now() from unnest('{dates,signals}'::text[]) kind",
  push_subscriptions: `(user_id, session_id, endpoint, p256dh, auth, created_at, last_seen_at)
    select $1, id, 'https://push.example/' || id, '${BROWSER.p256dh}', '${BROWSER.auth}', now(), now()
    from sessions where account_id = $1 and revoked_at is null limit 1`,
};

const COMPANIES = ['Lucky Cement Limited', 'The Hub Power Company Limited', 'Pakistan State Oil'];

/** Creates rows for the endpoints to read. */
export async function createContent(test: PaddleApp, editor: { access: string }): Promise<void> {
  const { database } = test;
  const source = await makeSource(database, 'The Ledger');
  await makeArticles(
    database,
    source,
    COMPANIES.map((name, index) => ({
      title: `${name} closed higher`,
      sector: 'Cement',
      symbols: ['LUCK'],
      pubDate: new Date(Date.UTC(2026, 10, 18 + index)),
    })),
  );
  await makeMeetings(
    database,
    COMPANIES.map((companyName) => ({ companyName })),
  );
  await makeClosures(
    database,
    COMPANIES.map((companyName) => ({ companyName, bcFrom: '2026-12-01', bcTo: '2026-12-08' })),
  );
  for (const symbol of ['LUCK', 'HUBC', 'PSO']) await publish(test, editor, { symbol });
  for (let count = 0; count < 3; count += 1) await signUpCustomer(test);
}

interface UpkeepDependencies {
  values: ExistingValues;
  now: () => Date;
  /** Starts a chat with the Telegram bot. */
  openChat: (id: number) => void;
}

/**
 * Restores what requests use up: failed jobs and events, pending filings, drafts, imports, keys, devices, emailed tokens, sign-ins with
 * Google, passwords. What exists once, such as a second factor, is not always in the same state.
 */
export class Upkeep {
  readonly #test: PaddleApp;
  readonly #values: ExistingValues;
  readonly #now: () => Date;
  readonly #openChat: (id: number) => void;
  #passwordHash: Promise<string> | undefined;
  /** Of a customer who is none of the roles: a reset of the password ends the sessions. */
  #resetEmail: string | undefined;
  #count = 0;
  /** The cookies of the browser that signed in with Google. */
  googleCookies: Record<string, string> = {};

  constructor(test: PaddleApp, { values, now, openChat }: UpkeepDependencies) {
    this.#test = test;
    this.#values = values;
    this.#now = now;
    this.#openChat = openChat;
  }

  async run(editor: Role, roles: readonly Role[]): Promise<void> {
    this.#count += 1;
    const { database } = this.#test;
    await this.#test.deliverWebhooks();
    this.#passwordHash ??= hashPassword('correct horse');
    await database.pool.query(
      'update users set password_hash = $1 where password_hash is not null and password_hash <> $1',
      [await this.#passwordHash],
    );
    await this.#collectEmailTokens();
    if (await this.#isMissing("pgboss.job where name = 'dead-letters'")) await makeDeadLetter(database);
    if (await this.#isMissing("paddle_events where state = 'failed'")) await this.#insertFailedEvent();
    if (await this.#isMissing('subscriptions where user_id is null'))
      await insertSubscription(this.#test, null);
    if (await this.#isMissing("board_meetings where state = 'waiting' and symbol is not null"))
      await this.#insertFilings();
    if (await this.#isMissing("imports where status = 'done'")) await this.#import(editor);
    for (const [rows, values] of Object.entries(SHARED_ROWS)) await this.#insertMissing(rows, values);
    for (const [index, { account }] of roles.entries()) {
      if (account?.kind === 'customer') await this.#prepareCustomer(account.id, index);
      if (account?.kind === 'administrator') await this.#prepareAdministrator(account.id);
    }
    await this.#insertDrafts([editor, ...roles].filter(({ kind }) => kind === 'administrator'));
    await this.#signInWithGoogle();
  }

  async #prepareCustomer(id: string, index: number): Promise<void> {
    const { database } = this.#test;
    for (const [table, values] of Object.entries(OWN_ROWS))
      await this.#insertMissing(`${table} where user_id = $1`, values, [id]);
    // In the other rounds the chat can be confirmed; in the third a removed webhook can be added.
    const isThirdRound = this.#count % 3 === 0;
    const chat = this.#count * ROLES.length + index;
    this.#openChat(chat);
    await database.pool.query(
      `insert into telegram_links (user_id, chat_id, code_expires_at, linked_at) values ($1, $2, now() + interval '9 years', $3)
       on conflict (user_id) do update set (chat_id, code_expires_at, linked_at) = (excluded.chat_id, excluded.code_expires_at, excluded.linked_at)`,
      [id, chat, isThirdRound ? this.#now() : null],
    );
    const webhook = { userId: id, url: 'https://receiver.test/hook', now: this.#now() };
    if (!isThirdRound) await database.transaction((tx) => insertWebhook(tx, webhook, TOKEN_SECRETS));
  }

  /** Completes the setup of the second factor, or only starts it. */
  async #prepareAdministrator(id: string): Promise<void> {
    const secret = generateTotpSecret();
    this.#values.totpSecret = secret;
    await this.#test.database.pool.query(
      'update administrators set totp_secret = $2, totp_confirmed_at = $3, totp_last_step = null where id = $1',
      [id, encryptTotpSecret(secret, id, TOKEN_SECRETS), this.#count % 2 === 0 ? null : this.#now()],
    );
  }

  async #collectEmailTokens(): Promise<void> {
    this.#resetEmail ??= (await signUpCustomer(this.#test)).email;
    await this.#test.call(requestPasswordReset, { body: { email: this.#resetEmail } });
    for (const { text } of await this.#test.deliverEmails()) {
      const [, page, token] = /([\w-]+)#token=([\w-]+)$/m.exec(text) ?? [];
      if (page !== undefined) this.#values.add(page, token);
    }
  }

  async #isMissing(rows: string, parameters: readonly string[] = []): Promise<boolean> {
    const query = `select from ${rows} limit 1`;
    return (await this.#test.database.pool.query(query, [...parameters])).rowCount === 0;
  }

  async #insertMissing(rows: string, values: string, parameters: readonly string[] = []): Promise<void> {
    if (!(await this.#isMissing(rows, parameters))) return;
    const [table] = rows.split(' ');
    await this.#test.database.pool.query(`insert into ${table} ${values}`, [...parameters]);
  }

  async #import({ account }: Role): Promise<void> {
    const content = `index,date,value\nKSE100,2026-11-18,${169_600 + this.#count}.40`;
    const body = { kind: 'index-values' as const, file_name: 'indices.csv', content };
    await this.#test.importer.waitUntilIdle();
    await this.#test.call(startImport, { body }, { token: account?.access });
    await this.#test.importer.waitUntilIdle();
  }

  async #insertFailedEvent(): Promise<void> {
    const at = this.#now();
    await this.#test.database.db.insert(webhookEvents).values({
      eventId: `evt_fuzz${this.#count}`,
      eventType: 'subscription.updated',
      entityId: 'sub_1',
      data: {},
      occurredAt: at,
      receivedAt: at,
      state: 'failed',
      attempts: 10,
    });
  }

  /** Submitted ones remain when the operator no longer requires approval. */
  async #insertDrafts(administrators: readonly Role[]): Promise<void> {
    const at = this.#now();
    await this.#test.database.pool.query("delete from signal_drafts where created_by = 'admin'");
    for (const { account } of administrators) {
      const id = account?.id ?? '';
      const author = {
        createdBy: 'admin',
        updatedBy: 'admin',
        updatedById: id,
        createdAt: at,
        updatedAt: at,
      };
      const draft = { content: DraftContent.parse(DRAFT), version: 1, ...author };
      const submission = { submittedAt: at, submittedBy: 'admin', submittedById: id };
      await this.#test.database.db.insert(signalDrafts).values([draft, draft, { ...draft, ...submission }]);
    }
  }

  /** Three that must be confirmed or dismissed, and one whose meeting another source announced. */
  async #insertFilings(): Promise<void> {
    const symbol = `FZ${this.#count}`;
    await makeMeetings(this.#test.database, [
      { symbol, companyName: symbol, meetingDate: toKarachiDate(new Date(this.#now().getTime() + 10 * DAY)) },
      { symbol, companyName: symbol, state: 'waiting', meetingDate: null, filedAt: this.#now() },
    ]);
    const filing = {
      companyName: 'Lucky Cement Limited',
      subject: 'Board meeting',
      state: 'waiting' as const,
    };
    await this.#test.database.db.insert(boardMeetings).values(
      [1, 2, 3].map((number) => ({
        ...filing,
        eventKey: `filing:${this.#count}.${number}`,
        updatedAt: this.#now(),
      })),
    );
  }

  async #signInWithGoogle(): Promise<void> {
    const browser = new GoogleBrowser(this.#test);
    this.#values.add('access_token', await browser.getTicket(makeGoogleAccount()));
    this.googleCookies = browser.cookies;
  }
}
