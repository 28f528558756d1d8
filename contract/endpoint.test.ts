import { describe, expect, it } from 'vitest';
import { endpointPath } from './endpoint.ts';
import { listSignalVersions, readAdminSignal } from './signals/admin-endpoints.ts';
import { listPsxSignals } from './signals/endpoints.ts';

describe('the path of an endpoint', () => {
  it.each([
    [listPsxSignals, {}, '/signals/psx-signals/'],
    [readAdminSignal, { id: '7d0f6a52' }, '/admin/signals/7d0f6a52/'],
    [listSignalVersions, { id: '7d0f6a52' }, '/admin/signals/7d0f6a52/versions/'],
  ])('has its parameters filled in', (endpoint, params, path) => {
    expect(endpointPath(endpoint, params)).toBe(path);
  });

  it.each([
    ['../../customers', '/admin/signals/..%2F..%2Fcustomers/'],
    ['.', '/admin/signals/%252E/'],
    ['..', '/admin/signals/%252E%252E/'],
    ['a?b#c', '/admin/signals/a%3Fb%23c/'],
    ['نشان', '/admin/signals/%D9%86%D8%B4%D8%A7%D9%86/'],
  ])('cannot be led astray by the parameter %j', (id, path) => {
    expect(endpointPath(readAdminSignal, { id })).toBe(path);
    expect(new URL(path, 'https://tezi.test').pathname).toBe(path);
  });
});
