import { HttpError } from '#server/platform/http-error.ts';

export const sourceNameTaken = (cause: unknown) =>
  new HttpError({
    status: 400,
    code: 'source_name_taken',
    body: { name: ['A news source with this name already exists.'] },
    cause,
  });

export const sourceAddressTaken = (cause: unknown) =>
  new HttpError({
    status: 400,
    code: 'source_address_taken',
    body: { url: ['A news source with this address already exists.'] },
    cause,
  });

/** Another server, or the schedule, reads it at this moment. */
export const sourceBeingRead = () =>
  new HttpError({
    status: 409,
    code: 'source_being_read',
    body: { detail: 'This source is being read at this moment. Look again in a minute.' },
  });
