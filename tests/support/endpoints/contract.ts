import type { EndpointShape } from '#core/contract/endpoint.ts';

const modules = import.meta.glob<Record<string, unknown>>(
  ['/core/contract/**/*.ts', '/features/*/contract/**/*.ts', '!/**/*.test.ts'],
  {
    eager: true,
  },
);

/** All endpoints of the contract. They are discovered, so that tests cover new ones automatically. */
export const allEndpoints: EndpointShape[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is EndpointShape {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  );
}
