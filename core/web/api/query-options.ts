import { ApiError } from './call.ts';
import { toBrowserTime } from './server-clock.ts';

const MINUTE_MS = 60_000;
export const LIST_STALE_MS = 5 * MINUTE_MS;
export const CHOICES_STALE_MS = 30 * MINUTE_MS;

/** The prefix of the query keys of a customer's chart tools, which are part of every plan. */
export const CHART_TOOLS_KEY = ['chart-tools'];

const MAX_RETRIES = 2;

const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 200 && error.status < 500;

/** Retries failed queries, except without a network and those that the API rejected: it would reject them again. */
export const shouldRetry = (failures: number, error: unknown) =>
  failures < MAX_RETRIES && navigator.onLine && !isFinal(error);

/** Returns the query options for data that the server rendered. */
export const toInitialData = <T>(data: T | null | undefined, asOf: string | undefined) =>
  data && asOf ? { initialData: data, initialDataUpdatedAt: toBrowserTime(Date.parse(asOf)) } : {};
