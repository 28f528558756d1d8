import { ApiError } from '#web/api/call.ts';

const RETRIES = 2;

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;
export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** What was refused will be refused again. */
export const retry = (failures: number, error: unknown) => failures < RETRIES && !isRefusal(error);

/** A query begins with what the server rendered. */
export const rendered = <T>(data: T | null | undefined, asOf: string | undefined) =>
  data && asOf ? { initialData: data, initialDataUpdatedAt: Date.parse(asOf) } : {};

/** What could be had of several things that a page is rendered with. */
export const had = <T>(outcome: PromiseSettledResult<T>) =>
  outcome.status === 'fulfilled' ? outcome.value : null;
