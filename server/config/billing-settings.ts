import * as z from 'zod/mini';
import { type PaddleSettings, readPaddleSettings, reportWithoutAccount } from './paddle-settings.ts';
import type { Setting, Settings, SettingsReader } from './read-settings.ts';
import { text, wholeNumber } from './schemas.ts';

/** The plans for sale and the Paddle account that sells them. */
export interface BillingSettings {
  /** `null`: the demo's simulator, or nothing is sold. */
  paddle: PaddleSettings | null;
  /** The plans with both prices, in display order. */
  plans: readonly PlanSettings[];
  /** The number of days for which registration gives premium access; 0 for none. */
  registrationTrialDays: number;
}

export interface PlanSettings {
  key: 'intermediate' | 'pro';
  displayName: string;
  monthlyPriceId: string;
  yearlyPriceId: string;
}

const PRICE_ID = /^pri_[a-z\d]{26}$/;

const price = (description: string) =>
  ({
    description,
    schema: z.string().check(
      z.refine((value) => PRICE_ID.test(value), {
        error: ({ input }) => `is "${input}"; it must be the ID of a price, which begins with pri_.`,
      }),
    ),
    example: 'pri_…',
  }) as const satisfies Setting;

export const PLAN_SETTINGS = {
  PADDLE_PRICE_INTERMEDIATE_MONTHLY: price(
    'The Paddle price ID for a month of the first plan. A plan without both prices is not for sale.',
  ),
  PADDLE_PRICE_INTERMEDIATE_YEARLY: price('The price ID for a year of the first plan.'),
  PADDLE_PRICE_PRO_MONTHLY: price('The price ID for a month of the second plan.'),
  PADDLE_PRICE_PRO_YEARLY: price('The price ID for a year of the second plan.'),
  PLAN_INTERMEDIATE_NAME: {
    description: 'The display name of the first plan.',
    schema: text,
    default: 'Intermediate',
  },
  PLAN_PRO_NAME: { description: 'The display name of the second plan.', schema: text, default: 'Pro' },
  REGISTRATION_TRIAL_DAYS: {
    description: 'The number of days for which registration gives premium access, 0 to 365.',
    schema: wholeNumber(0, 365),
    default: '0',
  },
} as const satisfies Settings;

const PLANS = [
  { key: 'intermediate', prefix: 'INTERMEDIATE' },
  { key: 'pro', prefix: 'PRO' },
] as const;

const listPriceNames = (prefix: (typeof PLANS)[number]['prefix']) =>
  [`PADDLE_PRICE_${prefix}_MONTHLY`, `PADDLE_PRICE_${prefix}_YEARLY`] as const;

export function readBillingSettings(reader: SettingsReader): BillingSettings {
  const { read, isSet, report } = reader;
  const paddle = readPaddleSettings(reader);
  const { values } = read(PLAN_SETTINGS);
  const plans = PLANS.flatMap(({ key, prefix }): PlanSettings[] => {
    const [monthly, yearly] = listPriceNames(prefix);
    if (isSet(monthly) !== isSet(yearly)) {
      report(`${monthly} and ${yearly} belong together: set both or neither.`);
    }
    const [monthlyPriceId, yearlyPriceId] = [values[monthly], values[yearly]];
    if (monthlyPriceId === null || yearlyPriceId === null) return [];
    return [{ key, displayName: values[`PLAN_${prefix}_NAME`], monthlyPriceId, yearlyPriceId }];
  });
  const ids = plans.flatMap(({ monthlyPriceId, yearlyPriceId }) => [monthlyPriceId, yearlyPriceId]);
  const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
  if (duplicate) {
    report(`The price ${duplicate} is set for two plans or intervals: PADDLE_PRICE_… must differ.`);
  }
  if (!paddle) {
    const names = PLANS.flatMap(({ prefix }) => listPriceNames(prefix));
    for (const name of names.filter(isSet)) reportWithoutAccount(name, report);
  }
  return { paddle, plans, registrationTrialDays: values.REGISTRATION_TRIAL_DAYS };
}
