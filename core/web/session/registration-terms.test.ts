import { expect, it } from 'vitest';
import { describeRegistration } from './registration-terms.tsx';

const PREMIUM = 'swing and investment signals and advanced insights';

it.each([
  [0, 'on', `Registration is free. Premium access, to ${PREMIUM}, needs a plan.`],
  [0, 'off', `Registration is free. Premium access, to ${PREMIUM}, is granted by an administrator.`],
  [
    1,
    'on',
    `Registration is free and includes premium access for 1 day: ${PREMIUM}. After that, premium access needs a plan.`,
  ],
  [
    14,
    'simulator',
    `Registration is free and includes premium access for 14 days: ${PREMIUM}. After that, premium access needs a plan.`,
  ],
] as const)(
  'describes registration with %i days of premium access while the sale of plans is %s',
  (trialDays, billing, text) => {
    expect(describeRegistration({ trialDays, billing })).toBe(text);
  },
);
