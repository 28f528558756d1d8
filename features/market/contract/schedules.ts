import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { isoDate, text } from '#core/contract/fields.ts';

/** A time of day in Pakistan, `09:32`. */
const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 09:32.'));

/** A continuous session of a trading day. */
export const TradingSession = z.object({
  /** The start of the pre-open; `null` if it is not known. */
  pre_open: z.nullable(TimeOfDay),
  opens: TimeOfDay,
  closes: TimeOfDay,
});
export type TradingSession = z.infer<typeof TradingSession>;

const Sessions = z.array(TradingSession).check(
  z.minLength(1, 'Enter at least one session.'),
  z.maxLength(2, 'A trading day has at most two sessions.'),
  z.refine(
    (sessions) => sessions.every(({ pre_open, opens, closes }) => opens < closes && (pre_open ?? '') < opens),
    'A session must end after its start, and its pre-open must begin before.',
  ),
  z.refine(
    ([first, second]) =>
      first === undefined || second === undefined || first.closes <= (second.pre_open ?? second.opens),
    'The second session must begin after the first.',
  ),
);

const ScheduleBody = z.object({
  name: text({ maxLength: 60 }),
  valid_from: isoDate,
  /** The last date; `null` until further notice. */
  valid_to: z.nullable(isoDate),
  monday_to_thursday: Sessions,
  friday: Sessions,
  /** The hours or the dates are expected, not announced. */
  is_tentative: z.optional(z.boolean()),
});

/** The sessions of the exchange between two dates. */
export const TradingSchedule = z.extend(ScheduleBody, { id: z.uuid(), is_tentative: z.boolean() });
export type TradingSchedule = z.infer<typeof TradingSchedule>;

const ScheduleId = z.object({ id: z.uuid() });

export const listTradingSchedules = defineEndpoint({
  method: 'GET',
  path: '/market/schedules/',
  summary: 'List the schedules of trading hours; later ones take precedence',
  access: 'open',
  topics: ['market'],
  response: z.object({ results: z.array(TradingSchedule) }),
});

export const addTradingSchedule = defineEndpoint({
  method: 'POST',
  path: '/admin/market/schedules/',
  summary: 'Add a schedule of trading hours',
  access: 'administrator',
  body: ScheduleBody,
  status: 201,
  response: TradingSchedule,
});

export const editTradingSchedule = defineEndpoint({
  method: 'PATCH',
  path: '/admin/market/schedules/:id/',
  summary: 'Change a schedule of trading hours',
  access: 'administrator',
  params: ScheduleId,
  body: ScheduleBody,
  response: TradingSchedule,
});

export const removeTradingSchedule = defineEndpoint({
  method: 'DELETE',
  path: '/admin/market/schedules/:id/',
  summary: 'Remove a schedule of trading hours',
  access: 'administrator',
  params: ScheduleId,
  status: 204,
  response: z.undefined(),
});
