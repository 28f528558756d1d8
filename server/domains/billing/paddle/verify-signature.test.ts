import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifySignature } from './verify-signature.ts';

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

describe('a webhook is believed', () => {
  it.each([
    ['as Paddle signs it', `ts=${TS};h1=${h1()}`],
    ['with a space between the parts', `ts=${TS}; h1=${h1()}`],
    ['with the parts the other way round', `h1=${h1()};ts=${TS}`],
    ['signed with an older secret of ours', `ts=${TS};h1=${h1(TS, OLDER)}`],
    ['with a signature that we do not know before ours', `ts=${TS};h1=${UNKNOWN};h1=${h1()}`],
    ['with a signature that we do not know after ours', `ts=${TS};h1=${h1()};h1=${UNKNOWN}`],
    ['with a scheme that we do not know beside ours', `ts=${TS};h1=${h1()};h2=abc`],
    ['made 30 seconds ago', `ts=${TS - 30};h1=${h1(TS - 30)}`],
    ['made on a clock that is 30 seconds ahead', `ts=${TS + 30};h1=${h1(TS + 30)}`],
  ])('%s', (_how, header) => {
    expect(verify(header)).toBe(true);
  });
});

describe('a webhook is not believed', () => {
  it.each([
    ['without a signature', undefined],
    ['with a blank one', ''],
    ['without its time', `h1=${h1()}`],
    ['without a hash', `ts=${TS}`],
    ['with two times', `ts=${TS};ts=${TS + 1};h1=${h1()}`],
    ['made 31 seconds ago', `ts=${TS - 31};h1=${h1(TS - 31)}`],
    ['made an hour in the future', `ts=${TS + 3600};h1=${h1(TS + 3600)}`],
    ['with a time that is no number', `ts=now;h1=${h1('now')}`],
    ['with a time in milliseconds', `ts=${TS * 1_000};h1=${h1(TS * 1_000)}`],
    ['with another time than the one that was signed', `ts=${TS + 1};h1=${h1()}`],
    ['signed with an unknown secret', `ts=${TS};h1=${UNKNOWN}`],
    ['with half a hash', `ts=${TS};h1=${h1().slice(0, 32)}`],
    ['with a hash in capitals', `ts=${TS};h1=${h1().toUpperCase()}`],
    ['with text after the hash', `ts=${TS};h1=${h1()}00`],
    ['with its hash behind very many others', `ts=${TS};${`h1=${UNKNOWN};`.repeat(20)}h1=${h1()}`],
  ])('%s', (_how, header) => {
    expect(verify(header)).toBe(false);
  });

  it('when a byte of it was changed, or how it is written', () => {
    const header = `ts=${TS};h1=${h1()}`;
    expect(verify(header, Buffer.from(BODY.toString().replace('evt_1', 'evt_2')))).toBe(false);
    expect(verify(header, Buffer.from(JSON.stringify(JSON.parse(BODY.toString()), null, 1)))).toBe(false);
    expect(verify(header, Buffer.concat([BODY, Buffer.from('\n')]))).toBe(false);
  });

  it('while no secret is set', () => {
    expect(verify(`ts=${TS};h1=${h1()}`, BODY, [])).toBe(false);
  });
});
