import { addDays, formatLongDate, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import type { Config } from '#core/server/config/config.ts';
import { type Check, count, off, ok } from '#core/server/platform/checks/checks.ts';
import type { Clock } from '#core/server/platform/clock.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { listAnalysts } from './analysts.ts';

/** A renewal takes some days. */
const NOTICE_DAYS = 14;

/** Checks that the analysts who sign signals have a registration that stays valid. */
export const createAnalystsCheck = (
  db: Queryable,
  clock: Clock,
  { isDisclosureRequired }: Pick<Config, 'isDisclosureRequired'>,
): Check => ({
  id: 'analysts',
  title: 'Analysts are registered',
  scope: 'shared',
  path: paths.adminAnalysts,
  setup: {
    group: 'Administration',
    purpose: 'Every signal names the analyst who is responsible for it, as research regulations ask for.',
    settings: ['SIGNAL_DISCLOSURE'],
    isEssential: isDisclosureRequired,
  },
  async run() {
    const today = toKarachiDate(clock.now());
    const registered = (await listAnalysts(db)).filter(
      ({ is_active, registration }) => is_active && registration !== null,
    );
    const valid = registered.filter(({ valid_until }) => valid_until === null || valid_until >= today);
    const ending = registered
      .filter(({ valid_until }) => valid_until !== null && valid_until < addDays(today, NOTICE_DAYS + 1))
      .sort((a, b) => (a.valid_until ?? '').localeCompare(b.valid_until ?? ''));
    if (ending.length > 0)
      return {
        state: valid.length === 0 ? 'failing' : 'warning',
        cause: ending
          .map(
            ({ name, valid_until: end }) =>
              `The registration of ${name} ${end !== null && end < today ? 'ended' : 'ends'} on ${end && formatLongDate(end)}.`,
          )
          .join(' '),
        action: 'Renew the registration and enter its new end, or remove the analyst.',
        problems: ending.length,
      };
    if (valid.length === 0)
      return off('No registered analyst is listed.', 'Add an analyst with a registration number.');
    const disclosure = isDisclosureRequired
      ? ''
      : ' Signals can be published without a rationale and a disclosure: SIGNAL_DISCLOSURE=required is recommended.';
    return ok(`${count(valid.length, 'registered analyst', 'registered analysts')}.${disclosure}`);
  },
});
