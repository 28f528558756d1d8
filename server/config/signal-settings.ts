import * as z from 'zod/mini';
import type { Settings, SettingsReader } from './read-settings.ts';
import { booleanChoice } from './schemas.ts';

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
  SIGNAL_APPROVAL: {
    description:
      '`required`: a signal is submitted as a draft, and another administrator must approve it before it is published. `off`: administrators publish signals alone.',
    schema: booleanChoice(['off', 'required'], 'required'),
    default: 'off',
  },
} as const satisfies Settings;

export function readSignalSettings({ read }: SettingsReader) {
  const { values } = read(SIGNAL_SETTINGS);
  return {
    minRewardToRisk: values.SIGNAL_MIN_REWARD_TO_RISK,
    isApprovalRequired: values.SIGNAL_APPROVAL,
  };
}

function formatRatio(value: string): string {
  const [whole = '0', decimals = ''] = value.split('.');
  return `${Number(whole)}.${decimals.padEnd(2, '0')}`;
}
