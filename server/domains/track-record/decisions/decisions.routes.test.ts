import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { decideOutcome, listSignalDecisions, listSignalOutcomes } from '#contract/track-record/decisions.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const MISSING = '7d0f6a52-0000-4000-8000-000000000000';
const REASON = 'The exchange canceled these trades.';

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  admin = await signInAdministrator(test);
});

const as = () => ({ token: admin.access });
const decide = ({ id }: { id: string }, kind: 'void' | 'withdraw') =>
  test.call(decideOutcome, { params: { id }, body: { kind, reason: REASON } }, as());
const override = ({ id }: AdminSignal) => {
  const result = { fill_price: '471.00', exit_price: '482.50', exit_date: '2026-11-21' };
  return test.call(
    decideOutcome,
    { params: { id }, body: { kind: 'override', reason: REASON, ...result } },
    as(),
  );
};
const list = (ids: string) => test.call(listSignalOutcomes, { query: { ids } }, as());
const readHistory = ({ id }: { id: string }) => test.call(listSignalDecisions, { params: { id } }, as());

describe('decisions about a signal', () => {
  it('are listed newest first, and the last one applies', async () => {
    const signal = await publish(test, admin);
    expect((await readHistory(signal)).body).toEqual({ results: [] });
    await decide(signal, 'void');
    await override(signal);
    const { body } = await readHistory(signal);
    expect(body.results).toEqual([
      {
        kind: 'override',
        reason: REASON,
        r_multiple: '0.5000',
        decided_at: test.clock.now().toISOString(),
        decided_by: admin.username,
      },
      expect.objectContaining({ kind: 'void', r_multiple: null }),
    ]);
    expect((await list(signal.id)).body.results).toEqual([
      { signal_id: signal.id, evaluated: null, decision: body.results[0] },
    ]);
  });

  it('do not apply once they are withdrawn', async () => {
    const signal = await publish(test, admin);
    await decide(signal, 'void');
    expect((await decide(signal, 'withdraw')).status).toBe(201);
    expect((await list(signal.id)).body.results).toEqual([]);
    const { body } = await readHistory(signal);
    expect(body.results.map(({ kind }: { kind: string }) => kind)).toEqual(['withdraw', 'void']);
  });

  it('cannot be withdrawn if none applies', async () => {
    const signal = await publish(test, admin);
    const { status, body } = await decide(signal, 'withdraw');
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'no_decision' });
  });

  it('are withdrawn once if that is requested several times at once', async () => {
    const signal = await publish(test, admin);
    await decide(signal, 'void');
    const responses = await Promise.all([1, 2, 3].map(() => decide(signal, 'withdraw')));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await readHistory(signal)).body.results).toHaveLength(2);
  });

  it('are not found for a signal that does not exist', async () => {
    expect((await readHistory({ id: MISSING })).status).toBe(404);
    expect((await decide({ id: MISSING }, 'void')).status).toBe(404);
  });
});

describe('GET /admin/signal-outcomes/', () => {
  it('lists several signals, and ignores those without an outcome', async () => {
    const [first, second, third] = [
      await publish(test, admin),
      await publish(test, admin),
      await publish(test, admin),
    ];
    await decide(first, 'void');
    await decide(third, 'void');
    const { body } = await list([first.id, second.id, third.id.toUpperCase(), MISSING].join(','));
    expect(body.results.map(({ signal_id }: { signal_id: string }) => signal_id)).toEqual([
      first.id,
      third.id,
    ]);
  });

  it.each(['', 'x', `${MISSING},`, Array.from({ length: 51 }, () => MISSING).join(',')])(
    'rejects the IDs “%s”',
    async (ids) => {
      expect((await list(ids)).status).toBe(400);
    },
  );

  it('rejects visitors and customers', async () => {
    const { access } = await signUpCustomer(test);
    const read = (token?: string) => test.call(listSignalOutcomes, { query: { ids: MISSING } }, { token });
    expect((await read()).status).toBe(401);
    expect((await read(access)).status).toBe(403);
  });
});
