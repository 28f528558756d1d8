import { RISK_STATEMENT_VERSION } from '#features/accounts/contract/risk-statement.ts';
import { PRO } from '#tests/support/billing/paddle-simulator.ts';
import { createBrowser } from '#tests/support/push-service.ts';
import { Reference } from './schema-arbitrary.ts';

const MEETINGS = `symbol,company_name,subject,meeting_date,meeting_time,place,reference
LUCK,Lucky Cement Limited,Accounts,2026-11-23,10:30,Karachi,
HUBC,The Hub Power Company Limited,Accounts,2026-11-24,11:00,,`;
const CLOSURES = `symbol,company_name,payout,bc_from,bc_to
LUCK,Lucky Cement Limited,250%(F) (D),2026-12-01,2026-12-08`;
const PRICES = `symbol,date,open,high,low,close,volume
LUCK,2026-11-19,470.00,476.50,468.10,471.25,1204500`;
const INDEX_VALUES = `index,date,value
KSE100,2026-11-19,169600.40`;

const IMPORTS = [
  { kind: 'board-meetings', file_name: 'meetings.csv', content: MEETINGS },
  { kind: 'book-closures', file_name: 'closures.csv', content: CLOSURES },
  { kind: 'prices', file_name: 'prices.csv', content: PRICES },
  { kind: 'index-values', file_name: 'indices.csv', content: INDEX_VALUES },
];

const existing = (field: string, position = 0.5) => new Reference(field, position, '');

const SIGNAL = {
  symbol: 'LUCK',
  signal_type: 'intraday',
  entry_price: '471.00',
  stop_loss: '448.00',
  target_points: ['495.00', '518.00'],
  override_reason: 'Made for a test',
};

/** The content of a draft that can be published. */
export const DRAFT = {
  symbol: 'LUCK',
  signal_type: 'intraday' as const,
  entry_price: '471.00',
  stop_loss: '448.00',
  targets: ['495.00', '518.00'],
  override_reason: 'Made for a test',
};

/** Those of the drafts that upkeep inserts, and after a change. */
export const DRAFT_VERSIONS = [1, 1, 2];
const withVersions = (body: Record<string, unknown>) =>
  DRAFT_VERSIONS.map((version) => ({ expected_version: version, ...body }));

const SCHEDULE = {
  name: 'Ramazan',
  // Later than the demo's clock can be advanced: past hours cannot change.
  valid_from: '2029-01-16',
  valid_to: '2029-02-14',
  monday_to_thursday: [{ pre_open: '09:00', opens: '09:17', closes: '14:00' }],
  friday: [{ pre_open: '09:00', opens: '09:17', closes: '13:00' }],
};

export const BROWSER = createBrowser().keys;
const INDICATORS = [
  { kind: 'sma', period: 20 },
  { kind: 'macd', fast: 12, slow: 26, signal: 9 },
];
const HOLIDAY = { date: '2027-03-23', name: 'Pakistan Day', is_tentative: false };

const TRADE = {
  symbol: 'LUCK',
  side: 'buy',
  date: '2026-11-02',
  shares: 100,
  price: '812.50',
  costs: '122.25',
};
const TRADES = `Date,Symbol,Quantity,Price
2026-11-03,LUCK,10,800
2026-11-04,HUBC,10,140`;
const OWN_ACTION = { symbol: 'LUCK', kind: 'bonus', ex_date: '2026-11-10', amount: '10' };
const COST_PRESET = {
  ...{ name: 'Broker', valid_from: '2026-01-01', valid_to: null, note: '' },
  ...{ commission_per_share: '0.03', commission_percent: '0.15', commission_minimum: '20' },
  ...{ sales_tax_percent: '15', depository_per_share: '0.005', levies_percent: '0' },
};

const POSITIONS = [0.1, 0.4, 0.6, 0.9];
const SECOND_FACTORS = ['totp', 'totp', 'code'].map((field) => ({
  password: 'a long admin password',
  code: existing(field),
}));

/** Bodies whose fields depend on each other, so that generated ones are hardly ever accepted. By endpoint. */
export const EXAMPLE_BODIES: Record<string, readonly (Record<string, unknown> | Reference)[]> = {
  'POST /api/customers/auth/register/': [
    {
      first_name: 'Sana',
      last_name: 'Malik',
      email: existing('new_email'),
      password: 'violet anchor 71 meadow',
    },
  ],
  'POST /api/admin/signals/': [
    SIGNAL,
    { ...SIGNAL, signal_type: 'swing', title: 'A swing trade', leverage: 2 },
    { ...SIGNAL, rationale: 'A higher low.\nVolume rises.', disclosures: ['firm_position'], horizon_days: 1 },
    { ...SIGNAL, order_type: 'sell', stop_loss: '490.00', target_points: ['450.00'] },
  ],
  'PATCH /api/admin/signals/{id}/': [
    { title: 'Another title' },
    { call_status: 'closed' },
    { risk_type: 'high', shariah_type: 'Compliant' },
    { note: 'Volume is falling.\nCareful.' },
    { target_points: ['496.00', '530.00'] },
  ],
  'POST /api/admin/signal-drafts/': [DRAFT, { ...DRAFT, signal_type: 'swing' }],
  'PATCH /api/admin/signal-drafts/{id}/': withVersions({ ...DRAFT, title: 'Another title' }),
  'POST /api/admin/signal-drafts/{id}/return/': withVersions({ comment: 'The stop is too close.' }),
  'POST /api/admin/signal-drafts/{id}/publish/': withVersions({ override_reason: 'Made for a test' }),
  'POST /api/admin/signals/{id}/decisions/': [
    { kind: 'void', reason: 'Published by mistake' },
    { kind: 'withdraw', reason: 'Voided by mistake' },
  ],
  'POST /api/admin/imports/preview/': IMPORTS,
  'POST /api/admin/imports/': IMPORTS,
  'POST /api/admin/market/schedules/': [SCHEDULE, { ...SCHEDULE, valid_to: null }],
  'PATCH /api/admin/market/schedules/{id}/': [{ ...SCHEDULE, name: 'Other hours', valid_from: '2029-01-15' }],
  'POST /api/admin/billing/customers/{id}/grants/': [{ reason: 'A refund', ends_on: existing('ends_on') }],
  'POST /api/admin/second-factor/begin/': [{ password: 'a long admin password' }],
  'POST /api/admin/second-factor/confirm/': POSITIONS.map((position) => ({
    code: existing('totp', position),
  })),
  'POST /api/admin/second-factor/recovery-codes/': SECOND_FACTORS,
  'POST /api/admin/second-factor/remove/': SECOND_FACTORS,
  'POST /api/admin/news/sources/': [{ name: 'The Other Ledger', url: 'https://other.example/feed' }],
  'PATCH /api/admin/news/sources/{id}/': [{ name: 'The Daily Ledger' }, { is_enabled: false }],
  'POST /api/admin/auth/login/': [{ username: existing('username'), password: 'a long admin password' }],
  'DELETE /api/customers/sessions/': [{ current_password: 'correct horse' }],
  'DELETE /api/customers/sessions/{id}/': [{ current_password: 'correct horse' }],
  'POST /api/customers/update-password/': [
    { current_password: 'correct horse', new_password: 'violet anchor 71 meadow' },
  ],
  'PATCH /api/customers/profile/': [{ first_name: 'Sana' }, { phone: '0300 1234567' }],
  'POST /api/customers/verify-email/': POSITIONS.map((position) => ({
    token: existing('verify-email', position),
  })),
  'POST /api/customers/auth/google-login/': [{ access_token: existing('access_token', 0.99) }],
  'POST /api/customers/auth/password-reset/confirm/': [
    { token: existing('reset-password', 0.99), new_password: 'violet anchor 71 meadow' },
  ],
  'POST /api/admin/record/bundle/': [
    { from_date: '2026-11-01', to_date: '2026-12-31', password: 'a long admin password' },
  ],
  'POST /api/customers/risk-acceptance/': [
    { version: RISK_STATEMENT_VERSION, place: 'prompt' },
    { version: RISK_STATEMENT_VERSION, place: 'premium' },
  ],
  'POST /api/customers/checkout/': [{ price_id: PRO.monthlyPriceId }],
  'PATCH /api/customers/alerts/settings/': [
    { email: 'daily', quiet_hours: { from: '22:00', until: '07:00', time_zone: 'Asia/Karachi' } },
    { preferences: [{ kind: 'company_news', channel: 'push', mode: 'silent' }], paused_until: null },
  ],
  'POST /api/customers/alerts/push-subscriptions/': [BROWSER],
  'POST /api/customers/alerts/webhook/': [{ url: 'https://receiver.example/hook' }],
  'POST /api/push/renewed/': [
    { ...BROWSER, previous_endpoint: BROWSER.endpoint, previous_auth: BROWSER.auth },
  ],
  'POST /api/customers/chart-tools/indicators/': [{ indicators: INDICATORS }, { indicators: [] }],
  'POST /api/customers/chart-tools/sets/': [{ name: 'My trend', indicators: INDICATORS }],
  'POST /api/customers/trades/': [
    TRADE,
    { ...TRADE, symbol: 'HUBC', kind: 'opening', date: '2020-01-15', note: 'From CDC' },
    { ...TRADE, side: 'sell', date: '2026-11-16', shares: 10 },
  ],
  'PATCH /api/customers/trades/{id}/': [{ price: '800' }, { shares: 90, note: 'Half' }],
  'POST /api/customers/positions/actions/': [
    { own: OWN_ACTION },
    { own: { ...OWN_ACTION, kind: 'split', ratio: { new_shares: '5', old_shares: '1' } } },
    { key: existing('key'), correction: { decision: 'ignored' } },
    { key: existing('key'), correction: null },
  ],
  'PATCH /api/customers/positions/settings/': [
    { is_on_list: false, dividend_class: { symbol: 'HUBC', dividend_class: 'power' } },
    { tax_figure: { tax_year: '2026-27', capital_gains: '1234.50' } },
  ],
  'POST /api/customers/levels/': [{ symbol: 'LUCK', kind: 'above', value: '500', is_repeating: true }],
  'POST /api/customers/trade-imports/preview/': [{ content: TRADES }],
  'POST /api/customers/trade-imports/': [{ content: TRADES }],
  'POST /api/admin/positions/cost-presets/': [COST_PRESET],
  'POST /api/admin/market/notices/': [
    { notice: 'PSX/N-1', holidays: [HOLIDAY], bank_holidays: [], settlement_dates: [], removed: [] },
  ],
  'POST /api/admin/market/settlement-dates/': [
    { trade_date: '2026-12-24', settlement_date: '2026-12-28', notice: 'PSX/N-2' },
  ],
  'POST /api/admin/market/company-statuses/': [
    { symbol: 'HUBC', status: 'suspended', date: null, successor: null, note: null },
  ],
  'POST /api/admin/corporate-actions/filings/{id}/accept/': [existing('proposal')],
  'POST /api/admin/corporate-actions/filings/{id}/confirm/': [
    { meeting_date: '2026-12-01', meeting_time: '14:30' },
  ],
  'POST /api/subscriptions/{id}/plan-change/': [
    { price_id: existing('previewed_price_id', 0.99), basis: existing('basis', 0.99) },
    // Already the plan of the subscription.
    { price_id: PRO.monthlyPriceId, basis: '' },
  ],
};
