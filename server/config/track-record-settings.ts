import * as z from 'zod/mini';
import type { Settings, SettingsReader } from './read-settings.ts';

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
