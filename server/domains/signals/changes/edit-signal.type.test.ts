import { describe, expect, it } from 'vitest';
import { editSignal } from '#contract/signals/admin-endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

async function changeType(from: SignalType, to: SignalType, afterMs: number) {
  const signal = await publish(test, await signInAdministrator(test), { signal_type: from });
  test.clock.advance(afterMs);
  const { access } = await signInAdministrator(test);
  return test.call(
    editSignal,
    { params: signal, body: { signal_type: to, override_reason: 'On a Saturday' } },
    { token: access },
  );
}

describe('changing the type of a signal', () => {
  it.each<[SignalType, SignalType, number]>([
    ['intraday', 'swing', MINUTE],
    ['swing', 'intraday', MINUTE],
    ['swing', 'investment', 7 * DAY],
  ])('changes %s to %s after %i ms', async (from, to, afterMs) => {
    const { status, body } = await changeType(from, to, afterMs);
    expect(status).toBe(200);
    expect(body).toMatchObject({ signal_type: to, version: 2 });
  });

  it.each<[SignalType, SignalType]>([
    ['intraday', 'swing'],
    ['swing', 'intraday'],
    ['investment', 'intraday'],
  ])('rejects %s to %s after the trading day, which would reopen or expire it', async (from, to) => {
    const { status, body } = await changeType(from, to, 7 * DAY);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      signal_type: [expect.stringContaining('The trading day of this signal has ended')],
    });
  });
});
