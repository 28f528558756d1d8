import * as z from 'zod/mini';
import type { Settings } from './read-settings.ts';

const RATIO = /^\d{1,2}(\.\d{1,2})?$/;

export const SIGNAL_SETTINGS = {
  SIGNAL_MIN_REWARD_TO_RISK: {
    description:
      'The reward-to-risk ratio of the last target below which publishing a signal needs a reason. 0 to 99.99; 0 accepts every ratio.',
    schema: z.pipe(
      z.string().check(
        z.refine((value) => RATIO.test(value), {
          error: ({ input }) =>
            `is "${input}"; it must be a number from 0 to 99.99 with at most two decimals.`,
        }),
      ),
      z.transform((value) => formatRatio(value)),
    ),
    default: '1.00',
  },
} as const satisfies Settings;

function formatRatio(value: string): string {
  const [whole = '0', decimals = ''] = value.split('.');
  return `${Number(whole)}.${decimals.padEnd(2, '0')}`;
}
