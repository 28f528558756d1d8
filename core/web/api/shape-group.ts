import type { EndpointShape } from '#core/contract/endpoint.ts';

export type ShapeGroup = 'general' | 'market' | 'customer' | 'admin';

/** Returns the group of the shapes of an endpoint's responses. Pages load the groups of the endpoints that they call. */
export function getShapeGroup({ access, path }: Pick<EndpointShape, 'access' | 'path'>): ShapeGroup {
  if (access === 'customer') return 'customer';
  if (access !== 'open' && access !== 'anyone') return 'admin';
  // Every page has the status of the exchange.
  return path.startsWith('/market/') && path !== '/market/status/' ? 'market' : 'general';
}
