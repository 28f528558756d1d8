import { expect, it } from 'vitest';
import { getSignalPath } from '#core/contract/paths.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import {
  deleteSignal,
  editSignal,
  listAdminSignals,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { ListedAdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import {
  getStateLabel,
  isActiveState,
  STATE_KINDS,
  type StateKind,
} from '#features/signals/contract/signal-state.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import {
  type PerformanceStatistics,
  readPerformance,
} from '#features/signals/contract/track-record/performance.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { evaluateSignals } from '#features/signals/server/track-record/outcomes/evaluate-signals.ts';
import { loadSampleContent } from '#prepare-content.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp({ PREMIUM_PUBLIC_AFTER_DAYS: '0' });

/** The figure of the statistics that counts a signal in a state. */
const COUNTED: Record<StateKind, (statistics: PerformanceStatistics) => number> = {
  waiting: ({ pending }) => pending,
  entry_missed: ({ pending }) => pending,
  entered: ({ open }) => open,
  target_hit: ({ open }) => open,
  awaiting_prices: ({ awaiting_prices }) => awaiting_prices,
  closed_target: ({ closed }) => closed,
  stopped: ({ closed }) => closed,
  closed_breakeven: ({ closed }) => closed,
  closed_manual: ({ closed }) => closed,
  closed_time: ({ closed }) => closed,
  closed_session_end: ({ closed }) => closed,
  closed_trading_ended: ({ closed }) => closed,
  expired: ({ not_filled }) => not_filled,
  canceled: ({ not_filled }) => not_filled,
  not_measurable: ({ unproven }) => unproven,
  no_prices: ({ without_prices }) => without_prices,
  overridden: ({ overridden }) => overridden,
  voided: ({ voided, voided_later }) => voided + voided_later,
  deleted: () => 0,
};

it('shows every sample signal in the same state everywhere, and counts it once', async () => {
  await loadSampleContent(test.database, test.clock.now());
  await evaluateSignals({ ...test, releaseDays: 0 });
  const { access: token } = await signInAdministrator(test);
  const listed = await expectEqualStates(token);
  // Others than the samples: closed within its session, voided and deleted.
  const intraday = listed.filter(({ signal_type }) => signal_type === 'intraday');
  const [active] = intraday.filter(({ state }) => isActiveState(state));
  const [voided, deleted] = intraday.filter(({ state }) => state.kind === 'stopped');
  if (!active || !voided || !deleted) throw new Error('The sample content lacks signals.');
  const results = await Promise.all([
    test.call(editSignal, { params: active, body: { call_status: 'closed' } as never }, { token }),
    test.call(
      decideOutcome,
      { params: voided, body: { kind: 'void', reason: 'Published twice.' } as never },
      { token },
    ),
    test.call(deleteSignal, { params: deleted }, { token }),
  ]);
  for (const { status } of results) expect(status).toBeLessThan(300);
  const changed = await expectEqualStates(token, [deleted.id]);
  const kinds = new Map(changed.map(({ id, state }) => [id, state.kind]));
  expect(kinds.get(active.id)).toBe('awaiting_prices');
  expect(kinds.get(voided.id)).toBe('voided');
  expect(kinds.has(deleted.id)).toBe(false);
});

/**
 * Compares the states of all signals in lists, details, pages and statistics. Deleted signals are only in the statistics, with their results.
 *
 * @returns the signals of the administrators' list
 */
async function expectEqualStates(token: string, deletedIds: readonly string[] = []) {
  const admin: ListedAdminSignal[] = [];
  for (let page = '1'; page !== ''; ) {
    const { body } = await test.call(listAdminSignals, { query: { page } }, { token });
    admin.push(...body.results);
    page = body.next === null ? '' : String(Number(page) + 1);
    const active = (type: SignalType) =>
      body.results.filter(
        ({ signal_type, state }: ListedAdminSignal) => signal_type === type && isActiveState(state),
      );
    if (body.next === null && body.count <= body.results.length)
      for (const type of SIGNAL_TYPES) expect(body.active_counts[type], type).toBe(active(type).length);
  }
  const states = new Map(admin.map(({ id, state }) => [id, state]));
  for (const signal_type of SIGNAL_TYPES) {
    const { body } = await test.call(listPsxSignals, { query: { signal_type } }, { token });
    for (const { id, symbol, state } of body.results as Signal[])
      expect(state, `${symbol} in the list`).toEqual(states.get(id));
    const active = await test.call(listPsxSignals, { query: { signal_type, state: 'active' } }, { token });
    expect(active.body.count).toBe(
      admin.filter((each) => each.signal_type === signal_type && isActiveState(each.state)).length,
    );
  }
  for (const { id, symbol, state } of admin) {
    const { body } = await test.call(getSignalDetails, { params: { id } }, { token });
    expect(body.report?.signal.state, `${symbol} in its details`).toEqual(state);
    if (body.signal_type !== 'intraday') continue;
    const page = await test.request({ url: getSignalPath(id) });
    expect(page.body, symbol).toContain(`>${getStateLabel(state)}</span>`);
  }
  const { statistics, groups } = (await test.call(readPerformance, { query: {} })).body;
  const intraday = groups.signal_type.find(({ key }: { key: string | null }) => key === 'intraday');
  const shown = admin.filter(({ signal_type }) => signal_type === 'intraday');
  for (const kind of STATE_KINDS) {
    const count = COUNTED[kind];
    const sameFigure = STATE_KINDS.filter((each) => COUNTED[each].toString() === count.toString());
    const expected = shown.filter(({ state }) => sameFigure.includes(state.kind)).length;
    // Those that were stopped, and deleted or voided after that, count with their results.
    const decided = deletedIds.length + shown.filter(({ state }) => state.kind === 'voided').length;
    const later = sameFigure.includes('stopped') ? decided : 0;
    if (kind !== 'deleted') expect(count(intraday.statistics), kind).toBe(expected + later);
  }
  for (const each of [
    statistics,
    ...Object.values(groups)
      .flatMap((group) => group as { statistics: PerformanceStatistics }[])
      .map((group) => group.statistics),
  ]) {
    const {
      published,
      closed,
      open,
      pending,
      awaiting_prices,
      not_filled,
      unproven,
      without_prices,
      voided,
    } = each;
    expect(closed + open + pending + awaiting_prices + not_filled + unproven + without_prices + voided).toBe(
      published,
    );
  }
  return admin;
}
