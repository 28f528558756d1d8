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
