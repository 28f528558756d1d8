import { HttpError } from '#server/platform/http-error.ts';

export const holidayOnWeekend = () =>
  new HttpError({
    status: 400,
    code: 'holiday_on_weekend',
    body: { date: ['The exchange is always closed on Saturdays and Sundays. Enter a weekday.'] },
  });

export const holidayOutOfRange = () =>
  new HttpError({
    status: 400,
    code: 'holiday_out_of_range',
    body: { date: ['Enter a date from 1990 to 2100.'] },
  });

export const invalidSchedule = (field: 'valid_from' | 'valid_to', message: string) =>
  new HttpError({ status: 400, code: 'invalid_schedule', body: { [field]: [message] } });

export const noRegularHours = () =>
  new HttpError({
    status: 400,
    code: 'no_regular_hours',
    body: {
      detail:
        'The regular hours from 1 Jan 2000 without an end are the basis of all others. Add a schedule that overrides them.',
    },
  });

export const pastHoursChanged = (date: string) =>
  new HttpError({
    status: 400,
    code: 'past_hours_changed',
    body: {
      detail: `This would change the hours of ${date}, which is over, and with them when its signals expired. End a schedule today or later, and add one that starts today or later.`,
    },
  });
