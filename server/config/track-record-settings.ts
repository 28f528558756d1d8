import * as z from 'zod/mini';
import type { Settings, SettingsReader } from './read-settings.ts';
import { wholeNumber } from './schemas.ts';

export const TRACK_RECORD_SETTINGS = {
  TRACK_RECORD_RELEASE_DAYS: {
    description:
      'The number of days after the end of a premium signal until its result is public. Until then it is in no public number. 0 to 365.',
    schema: wholeNumber(0, 365),
    default: '7',
  },
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

export interface TrackRecordSettings {
  releaseDays: number;
  /** In hundredths of a percent. */
  costUnits: number;
}

export function readTrackRecordSettings(reader: SettingsReader): TrackRecordSettings {
  const { values } = reader.read(TRACK_RECORD_SETTINGS);
  return { releaseDays: values.TRACK_RECORD_RELEASE_DAYS, costUnits: values.TRACK_RECORD_COST_PERCENT };
}
