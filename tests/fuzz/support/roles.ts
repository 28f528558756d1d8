import { MINUTE } from '#core/server/platform/clock.ts';
import { startSession } from '#features/accounts/server/accounts.ts';
import { ACCESS_TOKEN_LIFETIME_MS } from '#features/accounts/server/sessions/sessions.ts';
import { hasPremium } from '#features/billing/server/billing.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { fetchSubscriptions, type PaddleApp } from '#tests/support/billing/paddle-simulator.ts';

export const ROLES = ['visitor', 'customer', 'premium customer', 'administrator'] as const;
export type RoleName = (typeof ROLES)[number];

/** The caller that the server sees: `invalid` sends an invalid token. */
export type SeenCaller = 'visitor' | 'customer' | 'administrator' | 'invalid';

/** The secret with which the test app signs tokens. */
export const TOKEN_SECRETS = { current: 'x'.repeat(32), accepted: [] };
const RENEWED_AFTER_MS = ACCESS_TOKEN_LIFETIME_MS - 2 * MINUTE;
const MAX_PREVIOUS_TOKENS = 20;

/** A signed-in account. */
export interface Account {
  kind: 'customer' | 'administrator';
  id: string;
  /** The email of a customer or the username of an administrator. */
  login: string;
  access: string;
  refresh: string;
  csrf: string;
  signedInAt: number;
}

/**
 * One caller of a role. Its requests end its sessions, delete its account and cancel its subscription: `recover`
 * replaces them.
 */
export class Role {
  readonly name: RoleName;
  readonly #test: PaddleApp;
  readonly #now: () => Date;
  account: Account | null = null;
  #previousTokens: { access: string; signedInAt: number }[] = [];

  constructor(name: RoleName, test: PaddleApp, now: () => Date) {
    this.name = name;
    this.#test = test;
    this.#now = now;
  }

  /** The kind of caller, as an endpoint's access names it. */
  get kind(): 'visitor' | 'customer' | 'administrator' {
    return this.account?.kind ?? 'visitor';
  }

  /** An access token of the role that has expired; blank if none has yet. */
  get expiredAccess(): string {
    const before = this.#now().getTime() - ACCESS_TOKEN_LIFETIME_MS;
    return this.#previousTokens.findLast(({ signedInAt }) => signedInAt < before)?.access ?? '';
  }

  /** Signs in, again if the access token will soon expire. */
  async prepare(): Promise<void> {
    if (this.name === 'visitor') return;
    if (this.account === null) this.account = await this.#create();
    else if (this.#now().getTime() - this.account.signedInAt > RENEWED_AFTER_MS) await this.recover();
  }

  /** Signs in after the session has ended, with a new account if the account was deleted. */
  async recover(): Promise<void> {
    if (this.account === null) return;
    if (await this.#exists(this.account)) await this.#signIn(this.account);
    else this.account = await this.#create();
  }

  /**
   * Replaces the subscriber by a new one if the subscription has ended, or from time to time: most actions are possible only
   * before others.
   */
  async preparePremium({ isReplaced }: { isReplaced: boolean }): Promise<void> {
    if (this.name !== 'premium customer' || (!isReplaced && (await this.hasPremium()))) return;
    this.account = await this.#create();
  }

  async hasPremium(): Promise<boolean> {
    const { account } = this;
    if (account === null || account.kind !== 'customer') return false;
    return hasPremium(this.#test.database.db, account.id, this.#now());
  }

  /** Returns true if the role's session is active, so that its access token must be accepted. */
  async isSessionActive(): Promise<boolean> {
    const { account } = this;
    if (account === null) return false;
    const { sid } = JSON.parse(Buffer.from(account.access.split('.')[1] ?? '', 'base64url').toString());
    const { rowCount } = await this.#test.database.pool.query(
      'select from sessions where id = $1 and revoked_at is null and expires_at > $2',
      [sid, this.#now()],
    );
    return rowCount === 1;
  }

  async #signIn(account: Account): Promise<void> {
    const now = this.#now();
    const tokens = await this.#test.database.transaction((tx) =>
      startSession(
        tx,
        { accountKind: account.kind, accountId: account.id, userAgent: null },
        { secrets: TOKEN_SECRETS, now, events: { record: async () => {} }, method: 'password' },
      ),
    );
    const csrf =
      account.kind === 'customer' ? (await fetchSubscriptions(this.#test, tokens.access)).csrf : '';
    this.#previousTokens = [...this.#previousTokens, account].slice(-MAX_PREVIOUS_TOKENS);
    this.account = { ...account, ...tokens, csrf, signedInAt: now.getTime() };
  }

  async #exists({ kind, id }: Account): Promise<boolean> {
    const table = kind === 'customer' ? 'users' : 'administrators';
    const { rowCount } = await this.#test.database.pool.query(`select from ${table} where id = $1`, [id]);
    return rowCount === 1;
  }

  async #create(): Promise<Account> {
    const test = this.#test;
    const signedInAt = this.#now().getTime();
    if (this.name === 'administrator') {
      const { username: login, access, refresh } = await signInAdministrator(test);
      const id = await this.#findId('administrators', 'username', login);
      return { kind: 'administrator', id, login, access, refresh, csrf: '', signedInAt };
    }
    const { email: login, access } =
      this.name === 'customer' ? await signUpCustomer(test) : await test.signUpSubscriber();
    const { csrf } = await fetchSubscriptions(test, access);
    const id = await this.#findId('users', 'email', login);
    return { kind: 'customer', id, login, access, refresh: '', csrf, signedInAt };
  }

  async #findId(table: string, column: string, value: string): Promise<string> {
    const { rows } = await this.#test.database.pool.query<{ id: string }>(
      `select id from ${table} where ${column} = $1`,
      [value],
    );
    return rows[0]?.id ?? '';
  }
}
