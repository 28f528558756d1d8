import { expect, it } from 'vitest';
import { createLogger, redactSecrets } from './logger.ts';

it('censors secrets at the first four levels, in arrays too, and nothing else', () => {
  const fields = { token: 'a', user: { id: 1, access: { deep: true } }, list: [{ cookie: 'b', name: 'c' }] };
  expect(redactSecrets(fields)).toEqual({
    token: '[secret]',
    user: { id: 1, access: '[secret]' },
    list: [{ cookie: '[secret]', name: 'c' }],
  });
  expect(redactSecrets({ a: { b: { c: { password: 'd' } } } })).toEqual({
    a: { b: { c: { password: '[secret]' } } },
  });
  expect(fields.user.access).toEqual({ deep: true });
});

it('keeps objects that convert themselves to JSON', () => {
  const time = new Date(0);
  expect(redactSecrets({ time }).time).toBe(time);
});

it('censors the secrets of objects with another prototype, such as the parameters of a URL', () => {
  expect(
    redactSecrets({ query: Object.create(Object.create(null), { token: { value: 'a', enumerable: true } }) }),
  ).toEqual({
    query: { token: '[secret]' },
  });
});

it('censors the secrets of errors in an error', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const makeError = () => Object.assign(new Error('rejected'), { config: { authorization: 'Bearer abc' } });
  const error = Object.assign(new AggregateError([makeError()], 'all failed'), { original: makeError() });
  logger.error({ err: error }, 'request failed');
  expect(JSON.parse(lines.join('')).err).toMatchObject({
    original: { message: 'rejected', stack: expect.any(String), config: { authorization: '[secret]' } },
    aggregateErrors: [{ message: 'rejected', config: { authorization: '[secret]' } }],
  });
  expect(lines.join('')).not.toContain('abc');
});

it('censors the secrets of log entries, of the loggers of requests, and of errors', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const error = Object.assign(new Error('no connection'), { headers: { authorization: 'Bearer abc' } });
  logger.child({ reqId: '1' }).error({ err: error, body: { password: 'abc' } }, 'request failed');
  expect(JSON.parse(lines.join(''))).toMatchObject({
    reqId: '1',
    body: { password: '[secret]' },
    err: { message: 'no connection', headers: { authorization: '[secret]' } },
  });
  expect(lines.join('')).not.toContain('abc');
});

it('censors the secrets that the logger of a request, or a child of it, has in each entry', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const error = Object.assign(new Error('no connection'), { token: 'abc' });
  const child = logger.child({ reqId: '1', body: { password: 'abc' } });
  child.child({ headers: { cookie: 'abc' }, err: error }, { level: 'warn' }).warn('request rejected');
  expect(JSON.parse(lines.join(''))).toMatchObject({
    reqId: '1',
    body: { password: '[secret]' },
    headers: { cookie: '[secret]' },
    err: { message: 'no connection', token: '[secret]' },
  });
  expect(lines.join('')).not.toContain('abc');
});
