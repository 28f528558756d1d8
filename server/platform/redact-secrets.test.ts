import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { redactSecrets } from './redact-secrets.ts';

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

it('keeps instances of classes', () => {
  const time = new Date(0);
  expect(redactSecrets({ time }).time).toBe(time);
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
