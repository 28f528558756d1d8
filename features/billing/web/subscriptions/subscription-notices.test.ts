import { expect, it } from 'vitest';
import { describeOverdue } from './subscription-notices.tsx';

const GRACE_ENDS_AT = '2026-11-27T19:00:00.000Z';
const RETRIED = 'Paddle retries it over the next few days. Update your payment method.';
const DEADLINE = `${RETRIED} Without a payment, premium access ends on 27 Nov 2026.`;
const ENDED = 'Premium access ended on 27 Nov 2026 and returns with a payment. Update your payment method.';

it.each([
  ['before its grace period ends', GRACE_ENDS_AT, '2026-11-27T18:59:59.999Z', DEADLINE],
  ['when its grace period ends', GRACE_ENDS_AT, GRACE_ENDS_AT, ENDED],
  ['long after its grace period', GRACE_ENDS_AT, '2026-12-20T00:00:00.000Z', ENDED],
  ['without a grace period', null, GRACE_ENDS_AT, RETRIED],
])('describes a failed payment %s', (_, grace_ends_at, now, expected) => {
  expect(describeOverdue({ grace_ends_at, provider: 'paddle' }, new Date(now))).toBe(expected);
});
