import { describe, expect, it } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

async function editType(from: SignalType, to: SignalType) {
  const admin = await signInAdministrator(test);
  const signal = await publish(test, admin, { signal_type: from });
  test.clock.advance(MINUTE);
  const body = { signal_type: to, title: 'Another title', override_reason: 'Made for a test' };
  return test.call(editSignal, { params: signal, body }, { token: admin.access });
}

describe('the type of a published signal', () => {
  it.each(SIGNAL_TYPES)(
    'the type of a published signal may be sent with an edit of a signal that has it: %s',
    async (type) => {
      const { status, body } = await editType(type, type);
      expect(status).toBe(200);
      expect(body).toMatchObject({ signal_type: type, title: 'Another title', version: 2 });
    },
  );

  it.each(
    SIGNAL_TYPES.flatMap((from) => SIGNAL_TYPES.filter((to) => to !== from).map((to) => [from, to] as const)),
  )('cannot change from %s to %s, not even on its trading day', async (from, to) => {
    const { status, body } = await editType(from, to);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      signal_type: [expect.stringContaining('The type of a published signal is fixed')],
    });
  });
});
