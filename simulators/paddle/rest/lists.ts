import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { getMountPath } from '#simulators/paddle/options.ts';

export interface IdParams {
  Params: { id: string };
}

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 200;

/** Comma-separated values. */
export const commaSeparated = z.optional(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',')),
  ),
);

/** The query parameters of all lists. */
export const listQuery = z.object({
  after: z.optional(z.string()),
  per_page: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  order_by: z.optional(z.string().check(z.regex(/^id\[(ASC|DESC)\]$/i, 'Order by id[ASC] or id[DESC].'))),
  id: commaSeparated,
});

type ListQuery = z.infer<typeof listQuery>;

/**
 * Returns a page of a list, sorted by ID. `next` is always present and absolute, as at Paddle: the SDK uses it unchanged if
 * it starts with the SDK's base URL.
 */
export function paginate<Entity>(
  account: Account,
  request: FastifyRequest,
  all: readonly Entity[],
  query: ListQuery,
  getId: (entity: Entity) => string,
) {
  const sign = query.order_by?.toUpperCase().includes('DESC') ? -1 : 1;
  const { after, id: ids } = query;
  const sorted = all
    .filter((entity) => !ids || ids.includes(getId(entity)))
    .sort((one, other) => sign * compare(getId(one), getId(other)));
  const rest = after ? sorted.filter((entity) => sign * compare(getId(entity), after) > 0) : sorted;
  const perPage = Math.min(query.per_page ?? DEFAULT_PER_PAGE, MAX_PER_PAGE);
  const data = rest.slice(0, perPage);
  const last = data.at(-1);
  return {
    data,
    meta: {
      request_id: randomUUID(),
      pagination: {
        per_page: perPage,
        next: makeNextUrl(account, request, last ? getId(last) : (after ?? '')),
        has_more: rest.length > perPage,
        estimated_total: sorted.length,
      },
    },
  };
}

function makeNextUrl({ options }: Account, request: FastifyRequest, after: string): string {
  const url = new URL(request.url, options.baseUrl);
  url.searchParams.set('after', after);
  return `${options.baseUrl}${url.pathname.slice(getMountPath(options).length)}${url.search}`;
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
