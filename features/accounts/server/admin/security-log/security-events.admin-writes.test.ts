import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  AUDITED_KINDS,
  listAuditLog,
  type SecurityEventKind,
} from '#core/contract/accounts/security-events.ts';
import type { EndpointShape } from '#core/contract/endpoint.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#features/accounts/contract/admin/second-factor.ts';
import {
  endCustomerSessions,
  exportPayments,
  grantPremium,
  linkSubscription,
  replayEvent,
  revokeGrant,
} from '#features/billing/contract/admin-endpoints.ts';
import {
  confirmTransfers,
  removeTransferPayment,
  settleTransferRow,
} from '#features/billing/contract/bank-transfers.ts';
import {
  acceptFiling,
  confirmFiling,
  dismissFiling,
  type Filing,
  listFilings,
} from '#features/corporate-actions/contract/filings.ts';
import {
  editStoredEvent,
  listStoredEvents,
  mergeStoredEvents,
} from '#features/corporate-actions/contract/stored-events.ts';
import {
  dismissWaitingImport,
  listImportAliases,
  removeImportAlias,
  revertImport,
  startImport,
} from '#features/imports/contract/imports.ts';
import { exportRecordBundle } from '#features/ledger/contract/bundle.ts';
import { revertCompanyStatus, saveCompanyStatus } from '#features/market/contract/company-statuses.ts';
import {
  importMarketNotice,
  removeBankHoliday,
  removeMarketHoliday,
  removeSettlementDate,
  saveBankHoliday,
  saveMarketHoliday,
  saveSettlementDate,
} from '#features/market/contract/holiday-changes.ts';
import {
  addTradingSchedule,
  editTradingSchedule,
  removeTradingSchedule,
} from '#features/market/contract/schedules.ts';
import { addSource, editSource, fetchSource } from '#features/news/contract/source-endpoints.ts';
import { makePushKey, retryJob, testSetup } from '#features/operations/contract/system.ts';
import { changeTaskEmails, confirmTaskEmails } from '#features/operations/contract/task-emails.ts';
import { removeCostPreset, saveCostPreset } from '#features/positions/contract/taxes.ts';
import {
  deleteSignal,
  editSignal,
  publishSignal,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import {
  addAnalyst,
  editAnalyst,
  removeAnalyst,
} from '#features/signals/contract/publishing/analyst-endpoints.ts';
import {
  createSignalDraft,
  deleteSignalDraft,
  publishSignalDraft,
  returnSignalDraft,
  type SignalDraft,
  saveSignalDraft,
  submitSignalDraft,
  withdrawSignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { reviewAdjustment } from '#features/signals/contract/track-record/adjustments.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { getCurrentCode, setUpSecondFactor } from '#tests/support/accounts/second-factor.ts';
import { trackSecurityEvents } from '#tests/support/accounts/security-events.ts';
import { insertCredit, insertLocalPayment, insertOrder } from '#tests/support/billing/orders.ts';
import { insertSubscription } from '#tests/support/billing/paddle.ts';
import { allEndpoints } from '#tests/support/endpoints/contract.ts';
import { makeSource } from '#tests/support/news/news.ts';
import { createFakePublishers } from '#tests/support/news/publishers.ts';
import { makeDeadLetter } from '#tests/support/platform/jobs.ts';
import { makeDraftContent, saveNewDraft } from '#tests/support/signals/drafts.ts';
import { makeSignalBody, publish } from '#tests/support/signals/signals.ts';
import { type TestResponse, useTestApp } from '#tests/support/test-app.ts';

const publishers = createFakePublishers();
const test = useTestApp({}, { publishers });
const newEvents = trackSecurityEvents(test);

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
let customerId: string;
beforeAll(async () => {
  admin = await signInAdministrator(test);
  const { email } = await signUpCustomer(test);
  const { rows } = await test.database.pool.query('select id from users where email = $1', [email]);
  customerId = rows[0].id;
});

const toName = ({ method, path }: EndpointShape) => `${method} ${path}`;
const call: typeof test.call = (endpoint, input) => test.call(endpoint, input, { token: admin.access });

const file = (content: string) => ({ kind: 'board-meetings' as const, file_name: 'meetings.csv', content });
let companies = 0;
async function importMeeting(): Promise<TestResponse> {
  companies += 1;
  const content = `symbol,company_name,meeting_date\n-,Company ${companies},2026-11-23`;
  const response = await call(startImport, { body: file(content) });
  await test.importer.waitUntilIdle();
  return response;
}
/** Imports a meeting of a company that an administrator chooses for its printed name. */
async function chooseCompany(): Promise<TestResponse> {
  companies += 1;
  const name = `Printed ${companies}`;
  const repairs = { companies: [{ name, symbol: 'LUCK' }] };
  const content = `company_name,meeting_date\n${name},2026-10-${10 + companies}`;
  const response = await call(startImport, { body: { ...file(content), repairs } });
  await test.importer.waitUntilIdle();
  return response;
}

async function findStored(search: string): Promise<{ id: number; fields: Record<string, string | null> }> {
  const params = { kind: 'board-meetings' as const };
  return (await call(listStoredEvents, { params, query: { search } })).body.results[0];
}

/** Imports a filing without a meeting date and returns its id. */
async function importFiling(): Promise<string> {
  companies += 1;
  const content = `date,time,symbol,name,title,image,document\n"Nov 20, 2026",10:51 AM,XB${companies},Company ${companies},Board Meeting ,,`;
  await call(startImport, { body: file(content) });
  await test.importer.waitUntilIdle();
  const { rows } = await test.database.pool.query('select max(id) as id from board_meetings');
  return String(rows[0].id);
}
async function failedEvent(): Promise<string> {
  await test.database.pool.query(
    `insert into paddle_events (event_id, event_type, occurred_at, received_at, entity_id, data, state)
     values ('evt_1', 'subscription.updated', now(), now(), 'sub_1', '{}', 'failed')`,
  );
  return 'evt_1';
}
const grant = () =>
  call(grantPremium, { params: { id: customerId }, body: { reason: 'Transfer', ends_on: '2026-12-31' } });
const source = async () => {
  companies += 1;
  return String(await makeSource(test.database, `Publisher ${companies}`));
};
const schedule = {
  name: 'Half day',
  valid_from: '2027-12-31',
  valid_to: '2027-12-31',
  monday_to_thursday: [{ pre_open: null, opens: '09:32', closes: '12:00' }],
  friday: [{ pre_open: null, opens: '09:17', closes: '12:00' }],
};
/** Adds a schedule of its own year and returns its ID. */
const addHours = async () => {
  companies += 1;
  const date = `${2030 + companies}-12-31`;
  const { body } = await call(addTradingSchedule, {
    body: { ...schedule, valid_from: date, valid_to: date },
  });
  return body.id as string;
};
const preset = {
  ...{ name: 'Broker', valid_from: '2026-01-01', valid_to: null, note: '' },
  ...{ commission_per_share: '0.03', commission_percent: '0.15', commission_minimum: '20' },
  ...{ sales_tax_percent: '15', depository_per_share: '0.005', levies_percent: '0' },
};
const ofVersion = ({ id, version }: SignalDraft) => ({
  params: { id },
  body: { expected_version: version },
});
/** Saves a draft that was submitted by an administrator, as if approval were required. */
async function submittedDraft(administratorId: string): Promise<SignalDraft> {
  const draft = await saveNewDraft(test, admin);
  await test.database.pool.query(
    `update signal_drafts set submitted_at = now(), submitted_by = 'x', submitted_by_id = $2 where id = $1`,
    [draft.id, administratorId],
  );
  return draft;
}
async function getOwnId(): Promise<string> {
  const { rows } = await test.database.pool.query('select id from administrators where username = $1', [
    admin.username,
  ]);
  return rows[0].id;
}
const makeAnalyst = () => ({
  name: randomUUID(),
  registration: 'RA-0117',
  valid_from: null,
  valid_until: null,
  is_active: true,
});
const saveAnalyst = async () => (await call(addAnalyst, { body: makeAnalyst() })).body;
const settlement = { trade_date: '2027-03-22', settlement_date: '2027-03-24', notice: 'Notice 7' };
const companyStatus = {
  symbol: 'LUCK',
  status: 'suspended' as const,
  date: null,
  successor: null,
  note: null,
};
const holiday = { date: '2027-03-23', name: 'Pakistan Day', is_tentative: false };

/** Signs in a new administrator with a second factor and returns the confirmation. */
async function withFactor() {
  admin = await signInAdministrator(test);
  const { secret } = await setUpSecondFactor(test, admin);
  return { password: admin.password, code: getCurrentCode(test, secret) };
}

interface Write {
  endpoint: EndpointShape;
  kind: SecurityEventKind;
  /** Makes a valid request. Events of its preparation are recorded first. */
  make: () => Promise<TestResponse>;
}

/** Every admin endpoint that changes something. A new endpoint that is missing here fails the test. */
const WRITES: Write[] = [
  {
    endpoint: publishSignal,
    kind: 'signal_published',
    make: () => call(publishSignal, { body: makeSignalBody() }),
  },
  {
    endpoint: editSignal,
    kind: 'signal_edited',
    make: async () => {
      const { id } = await publish(test, admin);
      return call(editSignal, { params: { id }, body: { call_status: 'closed' } });
    },
  },
  {
    endpoint: deleteSignal,
    kind: 'signal_deleted',
    make: async () => call(deleteSignal, { params: { id: (await publish(test, admin)).id } }),
  },
  {
    endpoint: decideOutcome,
    kind: 'signal_outcome_decided',
    make: async () => {
      const { id } = await publish(test, admin);
      return call(decideOutcome, { params: { id }, body: { kind: 'void', reason: 'Published twice.' } });
    },
  },
  {
    endpoint: addSource,
    kind: 'news_source_added',
    make: () => call(addSource, { body: { name: 'Dawn', url: 'https://dawn.example/feed' } }),
  },
  {
    endpoint: editSource,
    kind: 'news_source_edited',
    make: async () => call(editSource, { params: { id: await source() }, body: { is_enabled: false } }),
  },
  {
    endpoint: fetchSource,
    kind: 'news_source_fetched',
    make: async () => {
      const id = await source();
      publishers.respond(`https://publisher-${companies}.example/feed`, { items: [] });
      return call(fetchSource, { params: { id } });
    },
  },
  { endpoint: startImport, kind: 'import_started', make: importMeeting },
  {
    endpoint: revertImport,
    kind: 'import_reverted',
    make: async () => {
      const response = await call(revertImport, { params: { id: String((await importMeeting()).body.id) } });
      await test.importer.waitUntilIdle();
      return response;
    },
  },
  ...(['confirmed', 'removed'] as const).map((review) => ({
    endpoint: reviewAdjustment,
    kind: `adjustment_${review}` as const,
    make: async () => {
      const { rows } = await test.database.pool.query(
        `insert into price_adjustments (source, symbol, ex_date, kind, factor, description, recorded_at)
         values ($1, 'LUCK', '2026-11-20', 'bonus', '0.8', '25%(B)', now()) returning id`,
        [`closure:${review}`],
      );
      return call(reviewAdjustment, { params: { id: String(rows[0].id) }, body: { review } });
    },
  })),
  {
    endpoint: dismissWaitingImport,
    kind: 'waiting_import_dismissed',
    make: async () => {
      const { rows } = await test.database.pool.query(
        `insert into waiting_imports (kind, file_name, source, received_at, rows, content)
         values ('prices', 'closing.csv', 'https://data.example/', now(), '{row}', '') returning id`,
      );
      return call(dismissWaitingImport, { params: { id: String(rows[0].id) } });
    },
  },
  { endpoint: startImport, kind: 'import_alias_saved', make: chooseCompany },
  {
    endpoint: removeImportAlias,
    kind: 'import_alias_removed',
    make: async () => {
      await chooseCompany();
      const { results } = (await call(listImportAliases, {})).body;
      return call(removeImportAlias, { params: { id: String(results[0].id) } });
    },
  },
  {
    endpoint: editStoredEvent,
    kind: 'corporate_action_edited',
    make: async () => {
      await importMeeting();
      const { id, fields } = await findStored(`Company ${companies}`);
      const params = { kind: 'board-meetings' as const, id: String(id) };
      return call(editStoredEvent, { params, body: { fields: { ...fields, place: 'Lahore' } } });
    },
  },
  {
    endpoint: mergeStoredEvents,
    kind: 'corporate_action_merged',
    make: async () => {
      await importMeeting();
      const { id: into } = await findStored(`Company ${companies}`);
      await importMeeting();
      const { id } = await findStored(`Company ${companies}`);
      const params = { kind: 'board-meetings' as const, id: String(id) };
      return call(mergeStoredEvents, { params, body: { into } });
    },
  },
  {
    endpoint: confirmFiling,
    kind: 'filing_confirmed',
    make: async () => {
      const body = { meeting_date: '2026-11-27', meeting_time: '14:30' };
      return call(confirmFiling, { params: { id: await importFiling() }, body });
    },
  },
  {
    endpoint: acceptFiling,
    kind: 'filing_confirmed',
    make: async () => {
      companies += 1;
      const symbol = `XA${companies}`;
      const meeting = `symbol,company_name,meeting_date\n${symbol},Company ${companies},2026-11-27`;
      await call(startImport, { body: file(meeting) });
      await test.importer.waitUntilIdle();
      const filing = `date,time,symbol,name,title,image,document\n"Nov 20, 2026",10:51 AM,${symbol},Company ${companies},Board Meeting ,,`;
      await call(startImport, { body: file(filing) });
      await test.importer.waitUntilIdle();
      const { results } = (await call(listFilings, {})).body as { results: Filing[] };
      const listed = results.find((each) => each.symbol === symbol);
      if (!listed?.proposal) throw new Error('the filing has no proposal');
      return call(acceptFiling, { params: { id: String(listed.id) }, body: listed.proposal });
    },
  },
  {
    endpoint: dismissFiling,
    kind: 'filing_dismissed',
    make: async () => call(dismissFiling, { params: { id: await importFiling() } }),
  },
  {
    endpoint: addAnalyst,
    kind: 'analyst_saved',
    make: () => call(addAnalyst, { body: makeAnalyst() }),
  },
  {
    endpoint: editAnalyst,
    kind: 'analyst_saved',
    make: async () => call(editAnalyst, { params: await saveAnalyst(), body: makeAnalyst() }),
  },
  {
    endpoint: removeAnalyst,
    kind: 'analyst_removed',
    make: async () => call(removeAnalyst, { params: await saveAnalyst() }),
  },
  {
    endpoint: saveCostPreset,
    kind: 'cost_preset_saved',
    make: () => call(saveCostPreset, { body: preset }),
  },
  {
    endpoint: removeCostPreset,
    kind: 'cost_preset_removed',
    make: async () => {
      const { body } = await call(saveCostPreset, { body: preset });
      return call(removeCostPreset, { params: { id: String(body.id) } });
    },
  },
  {
    endpoint: saveMarketHoliday,
    kind: 'holiday_saved',
    make: () => call(saveMarketHoliday, { body: holiday }),
  },
  {
    endpoint: removeMarketHoliday,
    kind: 'holiday_removed',
    make: async () => {
      await call(saveMarketHoliday, { body: holiday });
      return call(removeMarketHoliday, { params: { date: holiday.date } });
    },
  },
  {
    endpoint: saveBankHoliday,
    kind: 'bank_holiday_saved',
    make: () => call(saveBankHoliday, { body: holiday }),
  },
  {
    endpoint: removeBankHoliday,
    kind: 'bank_holiday_removed',
    make: async () => {
      await call(saveBankHoliday, { body: holiday });
      return call(removeBankHoliday, { params: { date: holiday.date } });
    },
  },
  {
    endpoint: importMarketNotice,
    kind: 'market_notice_imported',
    make: () =>
      call(importMarketNotice, {
        body: {
          notice: 'Notice 7',
          holidays: [{ ...holiday, date: '2029-03-23' }],
          bank_holidays: [],
          settlement_dates: [{ trade_date: '2027-03-22', settlement_date: '2027-03-24' }],
          removed: ['2029-03-26'],
        },
      }),
  },
  {
    endpoint: saveCompanyStatus,
    kind: 'company_status_saved',
    make: () => call(saveCompanyStatus, { body: companyStatus }),
  },
  {
    endpoint: revertCompanyStatus,
    kind: 'company_status_reverted',
    make: async () => {
      await call(saveCompanyStatus, { body: companyStatus });
      return call(revertCompanyStatus, { params: { symbol: companyStatus.symbol } });
    },
  },
  {
    endpoint: saveSettlementDate,
    kind: 'settlement_date_saved',
    make: () => call(saveSettlementDate, { body: settlement }),
  },
  {
    endpoint: removeSettlementDate,
    kind: 'settlement_date_removed',
    make: async () => {
      await call(saveSettlementDate, { body: settlement });
      return call(removeSettlementDate, { params: { date: settlement.trade_date } });
    },
  },
  {
    endpoint: addTradingSchedule,
    kind: 'schedule_saved',
    make: () => call(addTradingSchedule, { body: schedule }),
  },
  {
    endpoint: editTradingSchedule,
    kind: 'schedule_saved',
    make: async () => {
      const id = await addHours();
      return call(editTradingSchedule, { params: { id }, body: { ...schedule, valid_to: '2028-01-02' } });
    },
  },
  {
    endpoint: removeTradingSchedule,
    kind: 'schedule_removed',
    make: async () => call(removeTradingSchedule, { params: { id: await addHours() } }),
  },
  {
    endpoint: endCustomerSessions,
    kind: 'sessions_revoked',
    make: () =>
      call(endCustomerSessions, { params: { id: customerId }, body: { reason: 'Reported as stolen' } }),
  },
  { endpoint: grantPremium, kind: 'premium_granted', make: grant },
  {
    endpoint: revokeGrant,
    kind: 'premium_revoked',
    make: async () => {
      const { id } = (await grant()).body;
      return call(revokeGrant, { params: { id }, body: { reason: 'Called back' } });
    },
  },
  {
    endpoint: createSignalDraft,
    kind: 'signal_draft_saved',
    make: () => call(createSignalDraft, { body: makeDraftContent() }),
  },
  {
    endpoint: saveSignalDraft,
    kind: 'signal_draft_saved',
    make: async () => {
      const { params, body } = ofVersion(await saveNewDraft(test, admin));
      return call(saveSignalDraft, { params, body: { ...body, ...makeDraftContent({ title: 'x' }) } });
    },
  },
  {
    endpoint: deleteSignalDraft,
    kind: 'signal_draft_deleted',
    make: async () => call(deleteSignalDraft, { params: await saveNewDraft(test, admin) }),
  },
  {
    endpoint: withdrawSignalDraft,
    kind: 'signal_draft_withdrawn',
    make: async () => call(withdrawSignalDraft, ofVersion(await submittedDraft(await getOwnId()))),
  },
  {
    endpoint: returnSignalDraft,
    kind: 'signal_draft_returned',
    make: async () => {
      const { params, body } = ofVersion(await submittedDraft('7d0f6a52-0000-4000-8000-000000000000'));
      return call(returnSignalDraft, { params, body: { ...body, comment: 'Check the stop' } });
    },
  },
  {
    endpoint: publishSignalDraft,
    kind: 'signal_published',
    make: async () => {
      const { params, body } = ofVersion(await saveNewDraft(test, admin));
      return call(publishSignalDraft, { params, body: { ...body, override_reason: 'Made for a test' } });
    },
  },
  {
    endpoint: replayEvent,
    kind: 'billing_event_replayed',
    make: async () => call(replayEvent, { params: { id: await failedEvent() } }),
  },
  {
    endpoint: exportRecordBundle,
    kind: 'record_bundle_exported',
    make: async () =>
      call(exportRecordBundle, {
        body: { from_date: '2026-11-01', to_date: '2026-11-21', password: admin.password },
      }),
  },
  { endpoint: exportPayments, kind: 'payments_exported', make: () => call(exportPayments, {}) },
  {
    endpoint: retryJob,
    kind: 'jobs_retried',
    make: async () => call(retryJob, { params: { id: await makeDeadLetter(test.database) } }),
  },
  {
    endpoint: testSetup,
    kind: 'setup_tested',
    make: () => call(testSetup, { params: { id: 'public-url' } }),
  },
  { endpoint: makePushKey, kind: 'push_key_made', make: () => call(makePushKey, {}) },
  {
    endpoint: changeTaskEmails,
    kind: 'task_emails_changed',
    make: () => call(changeTaskEmails, { body: { email: 'operator@tezi.test', is_on: true } }),
  },
  {
    endpoint: confirmTaskEmails,
    kind: 'task_emails_changed',
    make: async () => {
      await call(changeTaskEmails, { body: { email: 'operator@tezi.test', is_on: true } });
      await test.database.pool.query(
        `update task_emails set code_hash = encode(sha256('123456'), 'hex'), code_expires_at = $1`,
        [new Date(test.clock.now().getTime() + 60_000)],
      );
      return call(confirmTaskEmails, { body: { code: '123 456' } });
    },
  },
  {
    endpoint: linkSubscription,
    kind: 'subscription_linked',
    make: async () => {
      const id = await insertSubscription(test, null);
      return call(linkSubscription, { params: { id }, body: { customer_id: customerId } });
    },
  },
  {
    endpoint: confirmTransfers,
    kind: 'transfer_confirmed',
    make: async () => {
      const { id } = await insertOrder(test, customerId, { status: 'expired' });
      const row_ids = [await insertCredit(test)];
      const match = { order_id: id, row_ids, order_status: 'expired' as const, reason: 'Paid late' };
      return call(confirmTransfers, { body: { matches: [match] } });
    },
  },
  ...(['reverted', 'refunded'] as const).map((removal) => ({
    endpoint: removeTransferPayment,
    kind: `transfer_${removal}` as const,
    make: async () => {
      const { id } = await insertLocalPayment(test, customerId);
      return call(removeTransferPayment, { params: { id }, body: { removal, reason: 'A mistake' } });
    },
  })),
  {
    endpoint: settleTransferRow,
    kind: 'transfer_row_settled',
    make: async () => {
      const params = { id: String(await insertCredit(test)) };
      return call(settleTransferRow, { params, body: { settled_as: 'returned', reason: 'No order' } });
    },
  },
  {
    endpoint: beginSecondFactor,
    kind: 'second_factor_setup_started',
    make: () => call(beginSecondFactor, { body: { password: admin.password } }),
  },
  {
    endpoint: confirmSecondFactor,
    kind: 'second_factor_enabled',
    make: async () => {
      const begun = await call(beginSecondFactor, { body: { password: admin.password } });
      return call(confirmSecondFactor, { body: { code: getCurrentCode(test, begun.body.secret) } });
    },
  },
  {
    endpoint: renewRecoveryCodes,
    kind: 'recovery_codes_replaced',
    make: async () => call(renewRecoveryCodes, { body: await withFactor() }),
  },
  {
    endpoint: removeSecondFactor,
    kind: 'second_factor_removed',
    make: async () => call(removeSecondFactor, { body: await withFactor() }),
  },
];

describe('a change by an administrator', () => {
  it('covers every admin endpoint that changes something', () => {
    const writes = allEndpoints.filter(
      ({ method, access, changesNothing }) =>
        access.startsWith('administrator') && method !== 'GET' && !changesNothing,
    );
    // Submitting needs a server on which approval is required: `drafts/approval.test.ts`.
    const covered = [...WRITES.map(({ endpoint }) => endpoint), submitSignalDraft];
    expect([...new Set(covered.map(toName))].sort()).toEqual(writes.map(toName).sort());
  });

  it.each(WRITES.map((write) => ({ ...write, name: toName(write.endpoint) })))(
    'records a change with the administrator, session and IP address, and lists it in the audit log: $name',
    async ({ kind, make }) => {
      const { status } = await make();
      expect(status).toBeLessThan(300);
      const { rows } = await test.database.pool.query(
        `select sessions.id, sessions.account_id from sessions join administrators on administrators.id = account_id
         where username = $1`,
        [admin.username],
      );
      expect((await newEvents()).at(-1)).toMatchObject({
        kind,
        outcome: 'success',
        accountKind: 'administrator',
        accountId: rows[0].account_id,
        sessionId: rows[0].id,
        clientIp: '127.0.0.1',
        occurredAt: test.clock.now(),
      });
      expect(AUDITED_KINDS).toContain(kind);
      const { body } = await call(listAuditLog, { query: {} });
      // A removed second factor ends the session of the request.
      if (body.results) expect(body.results[0]).toMatchObject({ kind, account: { name: admin.username } });
    },
  );

  it('does not record a rejected change', async () => {
    await newEvents();
    await call(publishSignal, { body: makeSignalBody({ stop_loss: '900.00' }) });
    await call(deleteSignal, { params: { id: '7d0f6a52-0000-4000-8000-000000000000' } });
    expect(await newEvents()).toEqual([]);
  });

  it('records the values before and after a change', async () => {
    const { id } = await publish(test, admin, { symbol: 'OGDC' });
    await call(editSignal, { params: { id }, body: { call_status: 'closed', risk_type: 'high' } });
    const sourceId = await source();
    await call(editSource, { params: { id: sourceId }, body: { is_enabled: false } });
    await call(saveMarketHoliday, { body: holiday });
    await call(saveMarketHoliday, { body: { ...holiday, name: 'Pakistan Day (moved)' } });
    const details = (await newEvents()).map((event) => event.details);
    expect(details.filter((each) => each.before !== undefined)).toEqual([
      {
        label: 'OGDC',
        before: 'risk_type: medium, call_status: in_progress',
        after: 'risk_type: high, call_status: closed',
      },
      { label: expect.any(String), before: 'is_enabled: true', after: 'is_enabled: false' },
      {
        label: 'Pakistan Day',
        before: 'date: none, name: none, is_tentative: none',
        after: 'date: 2027-03-23, name: Pakistan Day, is_tentative: false',
      },
      { label: 'Pakistan Day (moved)', before: 'name: Pakistan Day', after: 'name: Pakistan Day (moved)' },
    ]);
  });

  it('records the registration of a removed analyst', async () => {
    const analyst = {
      ...makeAnalyst(),
      registration: 'RA-7',
      valid_from: '2024-07-01',
      valid_until: '2027-06-30',
    };
    const { body } = await call(addAnalyst, { body: analyst });
    await newEvents();
    await call(removeAnalyst, { params: body });
    expect((await newEvents()).map(({ details }) => details)).toEqual([
      {
        label: analyst.name,
        before: 'registration: RA-7, valid_from: 2024-07-01, valid_until: 2027-06-30',
        after: 'registration: none, valid_from: none, valid_until: none',
      },
    ]);
  });

  it('records every changed field of a signal, whatever the length of its notes', async () => {
    const { id } = await publish(test, admin, { title: 'Zara' });
    const params = { id };
    await call(editSignal, { params, body: { note: 'x'.repeat(1000) } });
    await newEvents();
    await call(editSignal, { params, body: { note: 'Volume rises.', title: 'Ayesha' } });
    const [event] = await newEvents();
    expect(event?.details).toMatchObject({
      before: `title: Zara, notes: …${'x'.repeat(80)} (1000 characters)`,
      after: `title: Ayesha, notes: …${'x'.repeat(66)} Volume rises. (1014 characters)`,
    });
  });

  it('records what a decision on a filing changes', async () => {
    const confirmed = await importFiling();
    const name = `Company ${companies}`;
    const dismissed = await importFiling();
    await newEvents();
    const body = { meeting_date: '2026-11-27', meeting_time: '14:30', subject: 'Accounts' };
    await call(confirmFiling, { params: { id: confirmed }, body });
    await call(dismissFiling, { params: { id: dismissed } });
    expect((await newEvents()).map(({ details }) => details)).toEqual([
      {
        label: name,
        before: 'state: waiting, meeting_date: none, meeting_time: none, subject: Board Meeting',
        after: 'state: meeting, meeting_date: 2026-11-27, meeting_time: 14:30:00, subject: Accounts',
      },
      { label: `Company ${companies}`, before: 'state: waiting', after: 'state: dismissed' },
    ]);
  });

  it('records the meeting that a filing completes', async () => {
    const filing = await importFiling();
    const content = `symbol,company_name,meeting_date,subject\nXB${companies},Company ${companies},2026-11-27,Accounts`;
    await call(startImport, { body: file(content) });
    await test.importer.waitUntilIdle();
    await newEvents();
    const body = { meeting_date: '2026-11-27', meeting_time: '14:30' };
    await call(confirmFiling, { params: { id: filing }, body });
    expect((await newEvents()).map(({ details }) => details)).toEqual([
      {
        label: `Company ${companies}`,
        before: 'state: waiting, meeting_time: none, completed_meeting: none',
        after: `state: dismissed, meeting_time: 14:30:00, completed_meeting: ${Number(filing) + 1}`,
      },
    ]);
  });

  it('records the customer of a linked subscription', async () => {
    const id = await insertSubscription(test, null);
    await newEvents();
    for (const _ of ['new', 'repeated']) {
      await call(linkSubscription, { params: { id }, body: { customer_id: customerId } });
    }
    expect((await newEvents()).map(({ details }) => details)).toEqual([
      { label: id, before: 'customer: none', after: `customer: ${customerId}` },
      { label: id },
    ]);
  });

  it('does not record the fetch of a source that is already being fetched', async () => {
    const id = await source();
    await test.database.pool.query(
      "update news_sources set leased_until = now() + interval '30 seconds' where id = $1",
      [id],
    );
    await newEvents();
    expect((await call(fetchSource, { params: { id } })).status).toBe(409);
    expect(await newEvents()).toEqual([]);
  });

  it('records the target of a change', async () => {
    const { id } = await publish(test, admin, { symbol: 'OGDC' });
    await grant();
    expect(await newEvents()).toMatchObject([
      { targetType: 'signal', targetId: id, details: { label: 'OGDC' } },
      { targetType: 'customer', targetId: customerId, details: { until: '2026-12-31', note: 'Transfer' } },
    ]);
  });
});
