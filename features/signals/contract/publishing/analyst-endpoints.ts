import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { isoDate, text } from '#core/contract/fields.ts';

export const ANALYST_NAME_MAX_LENGTH = 120;
export const REGISTRATION_MAX_LENGTH = 60;

/** An analyst whom new signals can name. Published signals keep the name and the number that they were published with. */
export const Analyst = z.object({
  id: z.uuid(),
  name: z.string(),
  registration: z.nullable(z.string()),
  valid_from: z.nullable(z.iso.date()),
  /** The last day of the registration; `null` is an open end. */
  valid_until: z.nullable(z.iso.date()),
  /** New signals cannot name an inactive analyst without a warning. */
  is_active: z.boolean(),
});
export type Analyst = z.infer<typeof Analyst>;

const AnalystId = z.object({ id: z.uuid() });

const AnalystBody = z
  .object({
    name: text({ maxLength: ANALYST_NAME_MAX_LENGTH }),
    registration: z.nullable(text({ maxLength: REGISTRATION_MAX_LENGTH })),
    valid_from: z.nullable(isoDate),
    valid_until: z.nullable(isoDate),
    is_active: z.boolean(),
  })
  .check(
    z.refine(
      ({ valid_from, valid_until }) => valid_from === null || (valid_until ?? valid_from) >= valid_from,
      {
        error: 'The last day must not be before the first one.',
        path: ['valid_until'],
      },
    ),
  );
export type AnalystBody = z.output<typeof AnalystBody>;

/** In the order in which they were added: the first one who may publish is the analyst of signals that name none. */
export const listAnalysts = defineEndpoint({
  method: 'GET',
  path: '/admin/analysts/',
  summary: 'List the analysts whom signals can name',
  access: 'administrator',
  response: z.object({
    results: z.array(Analyst),
    /** A signal cannot be published without a rationale, a disclosure, and an analyst of the list with a valid registration. */
    is_disclosure_required: z.boolean(),
  }),
});

export const addAnalyst = defineEndpoint({
  method: 'POST',
  path: '/admin/analysts/',
  summary: 'Add an analyst',
  access: 'administrator',
  body: AnalystBody,
  status: 201,
  response: Analyst,
});

export const editAnalyst = defineEndpoint({
  method: 'PATCH',
  path: '/admin/analysts/:id/',
  summary: 'Change an analyst; published signals stay as they are',
  access: 'administrator',
  params: AnalystId,
  body: AnalystBody,
  response: Analyst,
});

export const removeAnalyst = defineEndpoint({
  method: 'DELETE',
  path: '/admin/analysts/:id/',
  summary: 'Remove an analyst; published signals stay as they are',
  access: 'administrator',
  params: AnalystId,
  status: 204,
  response: z.undefined(),
});
