import { describe, expect, it } from 'vitest';
import { parseWrkOutput } from './load.ts';

const URL = 'http://peer.example/news/articles/';
const toOutput = (extra: string, requests = 40) =>
  `  ${requests} requests in 2.00s, 1.2MB read\n${extra}Requests/sec:     ${(requests / 2).toFixed(2)}\n`;

describe('parseWrkOutput', () => {
  it('returns the rate and the number of requests', () => {
    expect(parseWrkOutput(URL, toOutput(''))).toEqual({ perSecond: 20, requests: 40 });
  });

  it.each([
    ['error responses', '  Non-2xx or 3xx responses: 1\n'],
    ['failed connections', '  Socket errors: connect 0, read 3, write 0, timeout 0\n'],
    ['timeouts', '  Socket errors: connect 0, read 0, write 0, timeout 1\n'],
  ])('throws on %s', (_, line) => {
    expect(() => parseWrkOutput(URL, toOutput(line))).toThrow(line.trim());
  });

  it('throws without any response', () => {
    expect(() => parseWrkOutput(URL, toOutput('', 0))).toThrow('no response');
  });
});
