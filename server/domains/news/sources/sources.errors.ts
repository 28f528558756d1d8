import { HttpError } from '#server/platform/http-error.ts';

export const sourceNameTaken = (cause: unknown) =>
  new HttpError({
    status: 400,
    code: 'source_name_taken',
    body: { name: ['A news source with this name already exists.'] },
    cause,
  });

export const sourceUrlTaken = (cause: unknown) =>
  new HttpError({
    status: 400,
    code: 'source_address_taken',
    body: { url: ['A news source with this URL already exists.'] },
    cause,
  });

/** Another server, or the poller, is fetching the source. */
export const sourceAlreadyLeased = () =>
  new HttpError({
    status: 409,
    code: 'source_being_read',
    body: { detail: 'This source is already being fetched. Try again in a minute.' },
  });
