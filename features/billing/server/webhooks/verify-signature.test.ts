import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifySignature } from './webhook.routes.ts';

const NOW = new Date('2026-11-21T05:42:00.000Z');
const TS = NOW.getTime() / 1_000;
const BODY = Buffer.from('{"event_id":"evt_1","name":"Ayesha  Khan ﷼"}');
const SECRET = 'pdl_ntfset_current';
const OLDER = 'pdl_ntfset_older';

const h1 = (ts: number | string = TS, secret = SECRET, body: Buffer = BODY) =>
  createHmac('sha256', secret).update(`${ts}:`).update(body).digest('hex');
const verify = (header: string | undefined, body = BODY, secrets = [SECRET, OLDER]) =>
  verifySignature(body, header, secrets, NOW);
const UNKNOWN = h1(TS, 'pdl_ntfset_unknown');

describe('a valid webhook signature', () => {
  it.each([
    ['signed by Paddle', `ts=${TS};h1=${h1()}`],
    ['with a space between the parts', `ts=${TS}; h1=${h1()}`],
    ['with the parts in reverse order', `h1=${h1()};ts=${TS}`],
    ['signed with an older secret of ours', `ts=${TS};h1=${h1(TS, OLDER)}`],
    ['with an unknown signature before the valid one', `ts=${TS};h1=${UNKNOWN};h1=${h1()}`],
    ['with an unknown signature after the valid one', `ts=${TS};h1=${h1()};h1=${UNKNOWN}`],
    ['with an unknown scheme next to the valid one', `ts=${TS};h1=${h1()};h2=abc`],
    ['signed 30 seconds ago', `ts=${TS - 30};h1=${h1(TS - 30)}`],
    ['signed by a clock that is 30 seconds ahead', `ts=${TS + 30};h1=${h1(TS + 30)}`],
  ])('accepts a webhook %s', (_how, header) => {
    expect(verify(header)).toBe(true);
  });
});

describe('an invalid webhook signature', () => {
  it.each([
    ['without a signature', undefined],
    ['with a blank signature', ''],
    ['without a timestamp', `h1=${h1()}`],
    ['without a hash', `ts=${TS}`],
    ['with two timestamps', `ts=${TS};ts=${TS + 1};h1=${h1()}`],
    ['signed 31 seconds ago', `ts=${TS - 31};h1=${h1(TS - 31)}`],
    ['signed an hour in the future', `ts=${TS + 3600};h1=${h1(TS + 3600)}`],
    ['with a timestamp that is not a number', `ts=now;h1=${h1('now')}`],
    ['with a timestamp in milliseconds', `ts=${TS * 1_000};h1=${h1(TS * 1_000)}`],
    ['with another timestamp than the signed one', `ts=${TS + 1};h1=${h1()}`],
    ['signed with an unknown secret', `ts=${TS};h1=${UNKNOWN}`],
    ['with half a hash', `ts=${TS};h1=${h1().slice(0, 32)}`],
    ['with an upper-case hash', `ts=${TS};h1=${h1().toUpperCase()}`],
    ['with text after the hash', `ts=${TS};h1=${h1()}00`],
    ['with its hash after too many others', `ts=${TS};${`h1=${UNKNOWN};`.repeat(20)}h1=${h1()}`],
  ])('rejects a webhook %s', (_how, header) => {
    expect(verify(header)).toBe(false);
  });

  it('rejects a webhook with a changed byte or changed formatting', () => {
    const header = `ts=${TS};h1=${h1()}`;
    expect(verify(header, Buffer.from(BODY.toString().replace('evt_1', 'evt_2')))).toBe(false);
    expect(verify(header, Buffer.from(JSON.stringify(JSON.parse(BODY.toString()), null, 1)))).toBe(false);
    expect(verify(header, Buffer.concat([BODY, Buffer.from('\n')]))).toBe(false);
  });

  it('rejects every webhook without a configured secret', () => {
    expect(verify(`ts=${TS};h1=${h1()}`, BODY, [])).toBe(false);
  });
});
