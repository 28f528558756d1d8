import { describe, expect, it } from 'vitest';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import {
  listSignalVersions,
  readAdminSignal,
} from '#features/signals/contract/publishing/admin-endpoints.ts';
import { getEndpointPath } from './endpoint.ts';

describe('getEndpointPath', () => {
  it.each([
    [listPsxSignals, {}, '/signals/psx-signals/'],
    [readAdminSignal, { id: '7d0f6a52' }, '/admin/signals/7d0f6a52/'],
    [listSignalVersions, { id: '7d0f6a52' }, '/admin/signals/7d0f6a52/versions/'],
  ])('fills in the path parameters', (endpoint, params, path) => {
    expect(getEndpointPath(endpoint, params)).toBe(path);
  });

  it.each([
    ['../../customers', '/admin/signals/..%2F..%2Fcustomers/'],
    ['.', '/admin/signals/%252E/'],
    ['..', '/admin/signals/%252E%252E/'],
    ['a?b#c', '/admin/signals/a%3Fb%23c/'],
    ['نشان', '/admin/signals/%D9%86%D8%B4%D8%A7%D9%86/'],
  ])('encodes the parameter %j so that it stays one path segment', (id, path) => {
    expect(getEndpointPath(readAdminSignal, { id })).toBe(path);
    expect(new URL(path, 'https://tezi.test').pathname).toBe(path);
  });
});
