/** Text of the n-th row from some choices. */
const pick = (choices: readonly string[], number: string) =>
  `(array[${choices.map((choice) => `'${choice}'`).join(',')}])[1 + (${number})::integer % ${choices.length}]`;

const FIRST_NAMES = [
  'Ayesha',
  'Bilal',
  'Fatima',
  'Hamza',
  'Iqra',
  'Kamran',
  'Mahnoor',
  'Nadeem',
  'Omar',
  'Sana',
  'Usman',
  'Zainab',
];
const LAST_NAMES = [
  'Ahmed',
  'Akhtar',
  'Butt',
  'Chaudhry',
  'Hussain',
  'Iqbal',
  'Javed',
  'Khan',
  'Malik',
  'Mirza',
  'Qureshi',
  'Raza',
  'Sheikh',
  'Siddiqui',
];
const TITLES = [
  'Breakout',
  'Pullback to support',
  'Trend continuation',
  'Range trade',
  'Result expectations',
];
const ANALYSTS = ['Ayesha Khan', 'Bilal Raza', 'Sana Malik'];

/** A signal as a version stores it. */
const SIGNAL = (row: string, extra: string) => `jsonb_build_object(
  'id', ${row}.id, 'title', ${row}.title, 'signal_type', ${row}.signal_type, 'symbol', ${row}.symbol, 'sector', ${row}.sector,
  'order_type', ${row}.order_type, 'entry_price', ${row}.entry_price::text, 'stop_loss', ${row}.stop_loss::text,
  'target_points', to_jsonb(${row}.target_points::text[]), 'leverage', ${row}.leverage, 'shariah_type', ${row}.shariah_type,
  'risk_type', ${row}.risk_type, 'analyst_name', ${row}.analyst_name, 'analyst_registration', ${row}.analyst_registration,
  'created_at', ${iso(`${row}.created_at`)}, ${extra})`;

function iso(timestamp: string): string {
  return `to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** The statements that fill a database, by what they add. `:name` is a parameter. */
export const FILL: Record<string, string> = {
  imports: `
    insert into imports (kind, file_name, layout, imported_by, status, started_at, alive_at, finished_at, total, done, new,
      changed, unchanged, rejected)
    select 'prices', 'closing-' || day || '.csv', 'psx', 'benchmark', 'done', day + time '13:00', day + time '13:00',
      day + time '13:01', cardinality(:symbols), cardinality(:symbols), cardinality(:symbols), 0, 0, 0
    from unnest(:days) day order by day`,

  // Every symbol has a slow wave around its own price, with a small range in each bar.
  prices: `
    insert into price_bars (symbol, date, open, high, low, close, previous_close, volume, import_id)
    select symbol, day, p, p + p / 100, p - p / 100, p + p / 200, p, 1000 + s, 1 + d
    from unnest(:days) with ordinality days (day, d), unnest(:symbols) with ordinality symbols (symbol, s),
      lateral (select (1000 + s * 37 + (1000 + s * 37) * 0.25 * sin((d + s) / 17.0))::integer as p) price`,

  'index values': `
    insert into index_values (symbol, date, value, import_id)
    select 'KSE100', day, (15000000 + 1000 * d + 500000 * sin(d / 29.0))::integer, 1 from unnest(:days) with ordinality days (day, d)`,

  // Most are closed after some weeks; of the newest, most are in progress. The symbol's price is that of the day before.
  signals: `
    with generated as (
      select n, gen_random_uuid() as id, (:symbols)[1 + (n * 7919) % cardinality(:symbols)] as symbol,
        ${pick(['intraday', 'swing', 'investment'], 'n')} as signal_type,
        date_trunc('milliseconds', now() - interval '1 day' - (n * (cardinality(:days) * 1.4) / :signals::float) * interval '1 day') as created_at,
        case when n % 7 = 0 then 'sell' else 'buy' end as order_type
      from generate_series(0, :signals - 1) n
    ), priced as (
      select generated.*, close / 100.0 as price, case order_type when 'buy' then 1 else -1 end as direction,
        created_at + interval '20 days' as ended_at
      from generated, lateral (select close from price_bars where price_bars.symbol = generated.symbol
        and date < created_at::date order by date desc limit 1) last
    )
    insert into signals (id, signal_type, symbol, title, sector, entry_price, stop_loss, target_points, leverage, shariah_type,
      risk_type, order_type, call_status, analyst_name, version, created_at, changed_at, closed_at, deleted_at)
    select id, signal_type, symbol, ${pick(TITLES, 'n')} || ' ' || n, null, price, price * (1 - direction * 0.04),
      array[price * (1 + direction * 0.05), price * (1 + direction * 0.1)], 1, 'Unknown',
      ${pick(['low', 'medium', 'high'], 'n')}, order_type,
      case when ended_at < now() then 'closed' else 'in_progress' end, ${pick(ANALYSTS, 'n / 3')},
      case when ended_at < now() then 2 else 1 end, created_at, case when ended_at < now() then ended_at end,
      case when ended_at < now() then ended_at end, case when ended_at < now() and n % 50 = 0 then ended_at end
    from priced`,

  'signal versions': `
    insert into signal_versions (signal_id, version, action, changed_at, changed_by, signal)
    select id, 1, 'added', created_at, 'benchmark', ${SIGNAL('signals', `'call_status', 'in_progress', 'version', 1, 'changed_at', null, 'closed_at', null`)}
    from signals
    union all
    select id, 2, case when deleted_at is null then 'updated' else 'deleted' end, changed_at, 'benchmark',
      ${SIGNAL('signals', `'call_status', call_status, 'version', 2, 'changed_at', ${iso('changed_at')}, 'closed_at', ${iso('closed_at')}`)}
    from signals where version = 2`,

  'signal events': `
    insert into signal_event_positions (signal_type, position)
    select signal_type, 1 from unnest(array['intraday', 'swing', 'investment']) signal_type on conflict do nothing`,

  customers: `
    insert into users (email, first_name, last_name, password_hash, phone, email_verified_at, created_at)
    select lower(first) || '.' || lower(last) || n || '@example.com', first, last, null, '+92300' || lpad(n::text, 7, '0'),
      created_at, created_at
    from generate_series(0, :customers - 1) n,
      lateral (select ${pick(FIRST_NAMES, 'n')} as first, ${pick(LAST_NAMES, 'n / 7')} as last,
        now() - (n * 1500.0 / :customers) * interval '1 day' as created_at) person`,

  sessions: `
    insert into sessions (account_kind, account_id, user_agent, created_at, last_seen_at, expires_at)
    select 'customer', id, 'Chrome on Windows', created_at, created_at, now() + interval '20 days' from users`,

  subscriptions: `
    with subscribers as (select *, row_number() over (order by created_at desc) as n from users), linked as (
      insert into paddle_customers (paddle_customer_id, user_id, linked_at, linked_by)
      select 'ctm_' || md5(id::text), id, created_at, 'checkout' from subscribers where n % 5 = 0
    )
    insert into subscriptions (paddle_id, paddle_customer_id, user_id, status, product_name, price_id, unit_amount, currency,
      interval, period_start, period_end, next_billed_at, last_payment_at, started_at, paddle_updated_at, version)
    select 'sub_' || md5(id::text), 'ctm_' || md5(id::text), id, case when n % 15 = 0 then 'canceled' else 'active' end, 'Premium',
      'pri_01', '250000', 'PKR', 'month', now() - interval '10 days', now() + interval '20 days', now() + interval '20 days',
      now() - interval '10 days', created_at, now() - interval '10 days', '1'
    from subscribers where n % 5 = 0`,

  payments: `
    insert into payments (paddle_id, paddle_subscription_id, paddle_customer_id, status, total_amount, charged_amount, currency,
      billed_at, paddle_updated_at, version)
    select 'txn_' || md5(paddle_id || month), paddle_id, paddle_customer_id, 'completed', '250000', '250000', 'PKR',
      now() - month * interval '30 days', now() - month * interval '30 days', '1'
    from subscriptions, generate_series(1, 12) month`,

  'webhook events': `
    insert into paddle_events (event_id, event_type, occurred_at, received_at, entity_id, data, state, attempts, applied_at)
    select 'evt_' || md5(paddle_id), 'transaction.completed', billed_at, billed_at, paddle_subscription_id, '{}', 'applied', 1, billed_at
    from payments`,

  grants: `
    insert into premium_grants (user_id, reason, granted_by, starts_at, ends_at)
    select id, 'Compensation for an outage', 'benchmark', created_at, created_at + interval '400 days'
    from (select *, row_number() over (order by created_at) as n from users) customers where n % 20 = 0`,

  'security events': `
    insert into security_events (occurred_at, kind, outcome, account_kind, account_id, client_ip, device)
    select now() - (n * interval '1 minute') / 2, 'sign_in_succeeded', 'success', 'customer', id, '192.0.2.' || n % 250, 'Chrome on Windows'
    from (select id, row_number() over () as n from users, generate_series(1, 5)) numbered
    union all
    select now() - n * interval '1 minute', 'signal_published', 'success', 'administrator', gen_random_uuid(), '192.0.2.1', 'Firefox on Linux'
    from generate_series(1, :signals) n`,

  meetings: `
    insert into board_meetings (event_key, state, symbol, company_name, subject, meeting_date, meeting_time, place, updated_at)
    select 'benchmark-' || n, 'meeting', symbol, symbol || ' Limited', 'To consider the accounts for the quarter', day, '14:30', 'Karachi', now()
    from (select n, (:symbols)[1 + (n * 7919) % cardinality(:symbols)] as symbol,
      current_date + 30 - (n * 1800.0 / :events)::integer as day from generate_series(1, :events) n) generated`,

  closures: `
    insert into book_closures (event_key, symbol, company_name, face_value, payout, bc_from, bc_to, updated_at)
    select 'benchmark-' || n, symbol, symbol || ' Limited', 10, (10 + n % 90) || '% (i)', day, day + 7, now()
    from (select n, (:symbols)[1 + (n * 7919) % cardinality(:symbols)] as symbol,
      current_date + 30 - (n * 1800.0 / :events)::integer as day from generate_series(1, :events / 2) n) generated`,
};

/**
 * Copies the first $2 articles, the $1-th time. They become as much older as those take, and as for inserted articles, the marks
 * of the weeks in their search vectors fit.
 */
export const COPY_ARTICLES = `
  with copied as (
    select *, pub_date - make_interval(days => $1::integer * $2::integer / 150) as date from articles where id <= $2::integer
  ), dated as (
    select *, date_trunc('week', date at time zone 'UTC')::date as monday,
      (date_trunc('week', date at time zone 'UTC')::date - date '1970-01-05') / 7 as week from copied
  )
  insert into articles (source_id, key, title, content, excerpt, link, pub_date, creator, sector, category, symbols, company_names,
    fetched_at, sort_date, title_key, search)
  select source_id, key || '-' || $1, title || ' copy' || $1, content, excerpt, link || '-' || $1, date, creator, sector, category,
    symbols, company_names, date, date, title_key || ' copy' || $1,
    ts_delete(search, (select array_agg(lexeme) from unnest(tsvector_to_array(search)) lexeme where lexeme like '§week%'))
      || array_to_tsvector(array['copy' || $1, '§week:' || to_char(monday, 'YYYY-MM-DD'), '§weeks4:' || floor(week / 4.0)::integer,
        '§weeks16:' || floor(week / 16.0)::integer, '§weeks64:' || floor(week / 64.0)::integer])
  from dated`;
