import { DraftContent } from '#contract/signals/draft-content.ts';
import { hashPassword } from '#server/domains/accounts/accounts.ts';
import { webhookEvents } from '#server/domains/billing/billing.tables.ts';
import { boardMeetings } from '#server/domains/corporate-actions/corporate-actions.tables.ts';
import { signalDrafts } from '#server/domains/signals/signals.tables.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { GoogleBrowser, makeGoogleAccount } from '#tests/support/accounts/google.ts';
import { insertSubscription } from '#tests/support/billing/paddle.ts';
import type { PaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import { makeClosures, makeMeetings } from '#tests/support/market/corporate-actions.ts';
import { makeDeadLetter } from '#tests/support/platform/jobs.ts';
import { makeArticles, makeSource } from '#tests/support/news/news.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { DRAFT } from './example-bodies.ts';
import type { ExistingValues } from './existing-values.ts';

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

/** Restores what requests use up: failed jobs and events, pending filings, drafts, emailed tokens, sign-ins with Google, passwords. */
export class Upkeep {
  readonly #test: PaddleApp;
  readonly #values: ExistingValues;
  readonly #now: () => Date;
  #passwordHash: Promise<string> | undefined;
  #count = 0;
  /** The cookies of the browser that signed in with Google. */
  googleCookies: Record<string, string> = {};

  constructor(test: PaddleApp, values: ExistingValues, now: () => Date) {
    this.#test = test;
    this.#values = values;
    this.#now = now;
  }

  async run(administratorIds: readonly string[]): Promise<void> {
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
    if (await this.#isMissing("board_meetings where state = 'waiting'")) await this.#insertFilings();
    if (await this.#isMissing('signal_drafts where submitted_at is not null')) {
      await this.#insertDrafts(administratorIds);
    }
    await this.#signInWithGoogle();
  }

  async #collectEmailTokens(): Promise<void> {
    for (const { text } of await this.#test.deliverEmails()) {
      const token = /#token=([\w-]+)$/m.exec(text)?.[1];
      if (token !== undefined) this.#values.add('token', token);
    }
  }

  async #isMissing(rows: string): Promise<boolean> {
    return (await this.#test.database.pool.query(`select from ${rows} limit 1`)).rowCount === 0;
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
  async #insertDrafts(administratorIds: readonly string[]): Promise<void> {
    const at = this.#now();
    for (const id of administratorIds) {
      const author = {
        createdBy: 'admin',
        updatedBy: 'admin',
        updatedById: id,
        createdAt: at,
        updatedAt: at,
      };
      const draft = { content: DraftContent.parse(DRAFT), version: 1, ...author };
      const submission = { submittedAt: at, submittedBy: 'admin', submittedById: id };
      await this.#test.database.db.insert(signalDrafts).values([draft, { ...draft, ...submission }]);
    }
  }

  async #insertFilings(): Promise<void> {
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
