import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Account } from '#simulators/paddle/account.ts';
import { wrapInEnvelope } from '#simulators/paddle/http/responses.ts';
import { notFound } from '#simulators/paddle/paddle-error.ts';
import { parse } from '#simulators/paddle/parse.ts';
import { commaSeparated, listQuery, paginate } from './lists.ts';

const productQuery = z.extend(listQuery, { status: commaSeparated, include: commaSeparated });
const priceQuery = z.extend(listQuery, {
  status: commaSeparated,
  include: commaSeparated,
  product_id: commaSeparated,
});

/** Serves the products and prices from the account's options. */
export function catalogRoutes(app: FastifyInstance, account: Account): void {
  const { products, prices } = account.catalog;

  app.get('/products', (request) => {
    const query = parse(productQuery, request.query);
    const found = [...products.values()]
      .filter(({ status }) => !query.status || query.status.includes(status))
      .map((product) => withPrices(product, query.include));
    return paginate(account, request, found, query, ({ id }) => id);
  });

  app.get<IdParams>('/products/:id', ({ params, query }) => {
    const product = products.get(params.id);
    if (!product) throw notFound(`Product ${params.id}`);
    return wrapInEnvelope(withPrices(product, parse(productQuery, query).include));
  });

  app.get('/prices', (request) => {
    const query = parse(priceQuery, request.query);
    const found = [...prices.values()]
      .filter(({ status }) => !query.status || query.status.includes(status))
      .filter(({ product_id }) => !query.product_id || query.product_id.includes(product_id))
      .map((price) => withProduct(price, query.include));
    return paginate(account, request, found, query, ({ id }) => id);
  });

  app.get<IdParams>('/prices/:id', ({ params, query }) => {
    const price = prices.get(params.id);
    if (!price) throw notFound(`Price ${params.id}`);
    return wrapInEnvelope(withProduct(price, parse(priceQuery, query).include));
  });

  function withPrices<Product extends { id: string }>(product: Product, include: string[] | undefined) {
    if (!include?.includes('prices')) return product;
    return { ...product, prices: [...prices.values()].filter(({ product_id }) => product_id === product.id) };
  }

  function withProduct<Price extends { product_id: string }>(price: Price, include: string[] | undefined) {
    return include?.includes('product')
      ? { ...price, product: products.get(price.product_id) ?? null }
      : price;
  }
}

export interface IdParams {
  Params: { id: string };
}
