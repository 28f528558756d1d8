import { toKarachiDate } from '#core/contract/dates.ts';
import { DAY, SECOND } from '#core/server/platform/clock.ts';
import { DEMO_PLANS } from '#features/billing/server/billing.ts';
import { generateCode } from '#tests/support/accounts/second-factor.ts';
import type { PaddleApp } from '#tests/support/billing/paddle-simulator.ts';
import type { Canaries } from './canaries.ts';
import { DRAFT_VERSIONS } from './example-bodies.ts';
import type { Operation } from './operations.ts';
import type { Role } from './roles.ts';

/** The passwords of all accounts, see `signUpCustomer` and `signInAdministrator`. */
const PASSWORDS = ['correct horse', 'a long admin password'];

/** Fields of requests whose values do not depend on the state. */
const CONSTANT_VALUES: Record<string, readonly unknown[]> = {
  password: PASSWORDS,
  current_password: PASSWORDS,
  new_password: ['violet anchor 71 meadow', ...PASSWORDS],
  price_id: DEMO_PLANS.flatMap(({ monthlyPriceId, yearlyPriceId }) => [monthlyPriceId, yearlyPriceId]),
  symbol: ['LUCK', 'HUBC', 'luck', 'PSO'],
  period: ['all', '2026', '2025-26', '2026-27'],
  tax_year: ['2025-26', '2026-27'],
  as_of: ['2026-11-10', '2026-11-20'],
  search: ['lucky', 'cement', 'the market', 'example.com'],
  entry_price: ['471.00', '100', '0.05'],
  stop_loss: ['448.00', '90', '520'],
  target_points: ['495.00', '518.00', '540.00', '110'],
  kind: ['sign_in_failed', 'sign_in_succeeded'],
  // Most lists have one page.
  page: ['1', '1', '1', '2', '0', '-1', 'last', '99999999999'],
  date: ['2026-12-25', '2027-03-23'],
  meeting_date: ['2026-12-01'],
  meeting_time: ['14:30'],
  expected_version: DRAFT_VERSIONS,
  url: ['https://feeds.example/rss', 'https://feeds.example/atom'],
  phone: ['0300 1234567', '+923001234567'],
  hours: [1, 24],
  cursor: ['1795236120000-57'],
  before: ['1000'],
  ip_address: ['127.0.0.1'],
};

const CUSTOMERS = '/api/admin/billing/customers/{id}/';
const SUBSCRIPTIONS = '/api/subscriptions/{id}/';

/** Queries for values, by field, or by path and parameter. */
const QUERIES: Record<string, string> = {
  // Everyone may sign in with these, so the other customer is not among them.
  email: "select email as value from users where email not like 'qzprivate%'",
  username: 'select username as value from administrators',
  source: 'select name as value from news_sources',
  sector: "select 'Cement' as value union all select distinct sector from articles",
  category: 'select distinct category as value from articles',
  company_name: 'select distinct company_name as value from board_meetings',
  // What the filings propose that upkeep inserts: each is about the only meeting of its company.
  proposal: `select json_build_object('kind', 'merge', 'meeting_id', id, 'meeting_date', meeting_date, 'new_date', null) as value
    from board_meetings where state = 'meeting' and filed_at is null and symbol in (select symbol from board_meetings where state = 'waiting')`,
  '/api/admin/corporate-actions/filings/{id}/accept/ id':
    "select id as value from board_meetings where state = 'waiting' and symbol is not null",
  moved_from: 'select date::text as value from market_holidays',
  customer_id: 'select id as value from users',
  '/api/news/articles/{id}/ id': 'select id as value from articles',
  '/api/admin/news/sources/{id}/ id': 'select id as value from news_sources',
  '/api/admin/imports/{id}/ id': 'select id as value from imports order by id desc',
  '/api/admin/imports/{id}/revert/ id':
    "select max(id) as value from imports where status = 'done' group by kind",
  '/api/admin/import-aliases/{id}/ id': 'select id as value from import_aliases',
  '/api/admin/corporate-actions/events/{kind}/{id}/ id':
    "select id as value from board_meetings where state = 'meeting'",
  '/api/admin/waiting-imports/{id}/ id': 'select id as value from waiting_imports where settled_at is null',
  '/api/admin/corporate-actions/filings/{id}/ id':
    "select id as value from board_meetings where state = 'waiting'",
  '/api/market/indices/{index}/ index': 'select distinct symbol as value from index_values',
  '/api/admin/positions/cost-presets/{id}/ id': 'select id as value from cost_presets',
  '/api/admin/market/schedules/{id}/ id':
    "select id as value from trading_schedules where valid_from > '2028-12-31'",
  '/api/admin/market/holidays/{date}/ date': 'select date::text as value from market_holidays',
  '/api/admin/market/company-statuses/{symbol}/ symbol': 'select symbol as value from company_statuses',
  '/api/admin/market/bank-holidays/{date}/ date': 'select date::text as value from bank_holidays',
  '/api/admin/market/settlement-dates/{date}/ date': 'select trade_date::text as value from settlement_dates',
  [`${CUSTOMERS} id`]: 'select id as value from users',
  '/api/admin/billing/grants/{id}/ id': 'select id as value from premium_grants where revoked_at is null',
  '/api/admin/billing/events/{id}/ id': "select event_id as value from paddle_events where state = 'failed'",
  '/api/admin/billing/subscriptions/{id}/ id': 'select id as value from subscriptions where user_id is null',
  '/api/admin/signals/{id}/ id':
    'select id as value from signals where deleted_at is null order by created_at desc',
  // Closed premium signals become public when the clock of the demo is advanced, so only free ones.
  '/api/signals/psx-signals/{id}/ id':
    "select id as value from signals where signal_type = 'intraday' order by created_at desc",
  '/api/admin/signal-drafts/{id}/ id':
    "select id as value from signal_drafts where created_by = 'admin' and version = 1",
  '/api/admin/analysts/{id}/ id': 'select id as value from analysts',
  '/api/admin/system/jobs/{id}/ id': "select id as value from pgboss.job where name = 'dead-letters'",
};
const MAX_VALUES = 100;

/** Queries for values of the calling account, whose ID is the parameter. */
const OWN_QUERIES: Record<string, string> = {
  '/api/admin/signal-drafts/{id}/withdraw/ id':
    'select id as value from signal_drafts where version = 1 and submitted_by_id = $1',
  '/api/admin/signal-drafts/{id}/return/ id':
    'select id as value from signal_drafts where version = 1 and submitted_by_id <> $1',
  '/api/customers/api-keys/{id}/ id': 'select id as value from api_keys where user_id = $1',
  '/api/customers/sessions/{id}/ id':
    'select id as value from sessions where account_id = $1 and revoked_at is null',
  '/api/customers/alerts/push-subscriptions/{id}/ id':
    'select id as value from push_subscriptions where user_id = $1',
  '/api/customers/chart-tools/sets/{id}/ id':
    "select each->>'id' as value from chart_settings, jsonb_array_elements(sets) each where user_id = $1",
  '/api/customers/trades/{id}/ id': `select id as value from trades where user_id = $1
    union all (select id from trades where note like 'Qzprivate%' limit 1)`,
  '/api/customers/trade-imports/{id}/ id': 'select id as value from trade_imports where user_id = $1',
  '/api/customers/levels/{id}/ id': 'select id as value from price_levels where user_id = $1',
  '/api/customers/positions/actions/ key': 'select key as value from position_corrections where user_id = $1',
  [`${SUBSCRIPTIONS} id`]: 'select id as value from subscriptions where user_id = $1',
  [`${SUBSCRIPTIONS} paymentId`]: `select p.paddle_id as value from payments p
    join subscriptions s on s.paddle_id = p.paddle_subscription_id where s.user_id = $1`,
};

/** Fields of responses whose values are sent in later requests, with the names of their request fields. */
const CAPTURED: Record<string, readonly string[]> = {
  basis: ['basis'],
  recovery_codes: ['code'],
  fingerprint: ['fingerprint'],
  refresh: ['refresh', 'refresh_token'],
  last_event_id: ['last-event-id'],
};
const MAX_CAPTURED = 8;

/** The values that exist for each field: IDs of rows, passwords, tokens, names. */
export class ExistingValues {
  readonly #test: PaddleApp;
  readonly #canaries: Canaries;
  readonly #now: () => Date;
  #values = new Map<string, unknown[]>();
  #captured = new Map<string, unknown[]>();
  /** Customers whose premium access must not change. */
  #protectedCustomers = new Set<string>();
  /** The secret of the administrator's second factor. */
  totpSecret: string | null = null;

  constructor(test: PaddleApp, canaries: Canaries, now: () => Date) {
    this.#test = test;
    this.#canaries = canaries;
    this.#now = now;
  }

  /** Reads the current values. */
  async load(roles: readonly Role[]): Promise<void> {
    const { pool } = this.#test.database;
    const values = new Map<string, unknown[]>();
    for (const [key, query] of Object.entries(QUERIES)) {
      const { rows } = await pool.query<{ value: unknown }>(`${query} limit ${MAX_VALUES}`);
      values.set(
        key,
        rows.map(({ value }) => value),
      );
    }
    for (const { name, account } of roles) {
      if (account === null) continue;
      for (const [key, query] of Object.entries(OWN_QUERIES)) {
        const { rows } = await pool.query<{ value: unknown }>(`${query} limit ${MAX_VALUES}`, [account.id]);
        values.set(
          `${name} ${key}`,
          rows.map(({ value }) => value),
        );
      }
    }
    this.#values = values;
    this.#protectedCustomers = new Set([
      this.#canaries.privateIds.customer,
      ...roles.flatMap(({ account }) => account?.id ?? []),
    ]);
  }

  /** Stores the values of a response that later requests need. */
  capture(body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      if (name === 'secret' && 'uri' in body) this.totpSecret = String(value);
      if (name === 'preview' || name === 'tokens') this.capture(value);
      if (name === 'next') this.add('cursor', new URLSearchParams(String(value).split('?')[1]).get('cursor'));
      for (const field of CAPTURED[name] ?? []) this.add(field, ...[value].flat());
    }
  }

  add(field: string, ...values: unknown[]): void {
    const captured = this.#captured.get(field) ?? [];
    this.#captured.set(
      field,
      [...captured, ...values.filter((value) => value !== null)].slice(-MAX_CAPTURED),
    );
  }

  /** Returns the values of a field in a request of the role. */
  list({ method, path }: Operation, field: string, role: Role): unknown[] {
    const key = `${path.slice(0, path.indexOf('}/') + 2)} ${field}`;
    const exactKey = `${path} ${field}`;
    const own = this.#values.get(`${role.name} ${exactKey}`) ?? this.#values.get(`${role.name} ${key}`);
    const { privateIds, signalIds } = this.#canaries;
    if (key === `${SUBSCRIPTIONS} id`) return [...repeat(own), privateIds.subscription];
    if (key === '/api/customers/sessions/{id}/ id') return [...repeat(own), privateIds.session];
    if (own) return own;
    const rows = this.#values.get(exactKey) ?? this.#values.get(key);
    if (key === '/api/admin/signals/{id}/ id') {
      const isEditor = role.kind === 'administrator' && method !== 'GET';
      return isEditor ? (rows ?? []).filter((id) => !signalIds.includes(String(id))) : signalIds;
    }
    const changesPremium = (path.endsWith('/grants/') && field === 'id') || field === 'customer_id';
    const found = rows ?? this.#values.get(field) ?? [];
    if (changesPremium) return found.filter((id) => !this.#protectedCustomers.has(String(id)));
    if (rows) return rows;
    const all = [...(CONSTANT_VALUES[field] ?? []), ...(this.#captured.get(field) ?? []), ...found];
    if (field === 'totp' || field === 'code') all.push(...this.#generateCodes());
    if (field === 'new_email') all.push(`new-${this.#now().getTime()}@example.com`);
    if (field === 'ends_on') all.push(toKarachiDate(new Date(this.#now().getTime() + 30 * DAY)));
    if (field === 'email' && role.account) all.push(...repeat([role.account.login]));
    if (field.startsWith('refresh') && role.account?.refresh) all.push(role.account.refresh);
    return all;
  }

  /** The current code, and the next one for when the current one is used up. */
  #generateCodes(): string[] {
    const secret = this.totpSecret;
    if (secret === null) return [];
    const now = this.#now().getTime();
    return [now, now + 30 * SECOND].map((time) => generateCode(secret, new Date(time)));
  }
}

/** Most requests are about the caller's own rows. */
const repeat = (values: readonly unknown[] = []) => [...values, ...values, ...values, ...values];
