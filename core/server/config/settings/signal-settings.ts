import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';
import { booleanChoice, type Settings, type SettingsReader, wholeNumber } from './read-settings.ts';

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
  SIGNAL_DISCLOSURE: {
    description:
      '`required`: a signal is published only with a rationale, a statement of holdings and conflicts of interest, and an analyst of the list whose registration is valid; recommended in production, because research regulations ask for them. `optional`: a signal without them is published with a reason.',
    schema: booleanChoice(['optional', 'required'], 'required'),
    default: 'optional',
  },
} as const satisfies Settings;

export function readSignalSettings({ read }: SettingsReader) {
  const { values } = read(SIGNAL_SETTINGS);
  return {
    minRewardToRisk: values.SIGNAL_MIN_REWARD_TO_RISK,
    isApprovalRequired: values.SIGNAL_APPROVAL,
    isDisclosureRequired: values.SIGNAL_DISCLOSURE,
  };
}

function formatRatio(value: string): string {
  const [whole = '0', decimals = ''] = value.split('.');
  return `${Number(whole)}.${decimals.padEnd(2, '0')}`;
}

export const TRACK_RECORD_SETTINGS = {
  TRACK_RECORD_COST_PERCENT: {
    description:
      'The costs of buying and selling, in percent of the entry price, that the statistics subtract from each result: brokerage, taxes and slippage.',
    schema: z.pipe(
      z.string().check(
        z.refine((value) => /^\d(\.\d{1,2})?$/.test(value), {
          error: ({ input }) => `is "${input}"; it must be a percentage from 0 to 9.99, such as 0.40.`,
        }),
      ),
      z.transform((value) => Math.round(Number(value) * 100)),
    ),
    default: '0.40',
  },
} as const satisfies Settings;

/** Returns the costs in hundredths of a percent. */
export const readCostUnits = (reader: SettingsReader): number =>
  reader.read(TRACK_RECORD_SETTINGS).values.TRACK_RECORD_COST_PERCENT;

export const RECORD_SETTINGS = {
  LEDGER_SIGNING_KEY: {
    description:
      'Signs the public record of signals every day: a private Ed25519 key, the same on every server. Without it production does not sign the record, so that visitors can verify less. Generate one with `openssl genpkey -algorithm ed25519 -outform DER | base64 -w0`, and store a copy where the server is not (`docs/operations/record.md`). The demo generates its own.',
    schema: z
      .string()
      .check(
        z.refine(
          isSigningKey,
          'is not a private Ed25519 key. Generate one with `openssl genpkey -algorithm ed25519 -outform DER | base64 -w0`.',
        ),
      ),
    example: '',
  },
  PREMIUM_PUBLIC_AFTER_DAYS: {
    description:
      'The number of days after the end of a premium signal until the public record shows its content and the statistics count its result. 0 to 365.',
    schema: wholeNumber(0, 365),
    default: '7',
  },
} as const satisfies Settings;

function isSigningKey(text: string): boolean {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'ed25519';
  } catch {
    // OpenSSL throws for anything that is not a key.
    return false;
  }
}
