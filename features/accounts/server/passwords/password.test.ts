import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useRealHashes } from '#tests/support/accounts/cheap-hashes.ts';
import { getSignInLane, getUserLane, hashPassword, verifyPassword } from './password.ts';

useRealHashes();

describe('a password hash', () => {
  it('returns a PHC string of argon2id with the documented parameters', async () => {
    const phc = await hashPassword('correct horse');
    const [, salt = '', hash] =
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/.exec(phc) ?? [];
    const expected = argon2Sync('argon2id', {
      message: 'correct horse',
      nonce: Buffer.from(salt, 'base64'),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    });
    expect(hash).toBe(expected.toString('base64').replace('=', ''));
  });

  it('returns a different hash each time, which verifies only its password', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(one).not.toBe(two);
    expect(await verifyPassword('correct horse', one)).toBe(true);
    expect(await verifyPassword('correct horse', two)).toBe(true);
    expect(await verifyPassword('correct horse ', one)).toBe(false);
    expect(await verifyPassword('', one)).toBe(false);
  });

  it('rejects every password when there is no hash', async () => {
    expect(await verifyPassword('correct horse', null)).toBe(false);
  });

  it.each(['', 'plain text', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$short'])(
    'throws for a stored hash in another format: %j',
    async (phc) => {
      await expect(verifyPassword('correct horse', phc)).rejects.toThrow(
        'A stored password hash is not in the expected form.',
      );
    },
  );
});

describe('concurrent verifications', () => {
  it('returns each of several concurrent verifications its own result', async () => {
    const phc = hashCheaply('correct horse');
    const tries = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? 'correct horse' : `wrong ${index}`,
    );
    const responses = await Promise.all(tries.map((password) => verifyPassword(password, phc)));
    expect(responses).toEqual(tries.map((password) => password === 'correct horse'));
  });

  it('rejects verifications with 503 while two hundred are waiting, and accepts them afterwards', async () => {
    const phc = hashCheaply('correct horse');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 205 }, () => verifyPassword('correct horse', phc)),
    );
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(rejected.map(({ reason }) => ({ status: reason.status, headers: reason.headers }))).toEqual(
      Array(3).fill({ status: 503, headers: { 'Retry-After': '5' } }),
    );
    expect(await verifyPassword('correct horse', phc)).toBe(true);
  });

  it.each([
    ['a flood from fresh /64s of one /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`, () => null],
    ['a flood from one IPv4 address', () => '198.51.100.7', () => null],
    ['a flood from the addresses of an IPv4 /16', (n: number) => `198.51.${n % 256}.${n % 97}`, () => null],
    ['a flood from the /48s of one /32', (n: number) => `2a00:1:${n.toString(16)}::1`, () => null],
    ['a flood from browsers of one IPv4 address that accounts trust', () => '198.51.100.7', String],
  ])('let other clients have their turn soon during %s', async (_name, getAttacker, getAccount) => {
    const phc = hashCheaply('correct horse');
    const order: string[] = [];
    const verify = (name: string, lane: ReturnType<typeof getUserLane>) =>
      verifyPassword('correct horse', phc, { lane }).then(
        () => order.push(name),
        () => order.push(`rejected ${name}`),
      );
    const flood = Array.from({ length: 260 }, (_, n) =>
      verify('attacker', getSignInLane(getAccount(n), getAttacker(n))),
    );
    const others = [
      verify('IPv4', getSignInLane(null, '203.0.113.7')),
      verify('IPv6', getSignInLane(null, '2001:db8:2::7')),
      verify('device', getSignInLane('bilal', '203.0.113.8')),
      verify('signed in', getUserLane('ayesha')),
    ];
    await Promise.all(others);
    const verified = order.filter((name) => !name.startsWith('rejected'));
    expect(verified).toEqual(expect.arrayContaining(['IPv4', 'IPv6', 'device', 'signed in']));
    expect(verified.length).toBeLessThan(16);
    await Promise.all(flood);
    expect(order.filter((name) => name === 'rejected attacker').length).toBeGreaterThan(50);
  });

  it('continues with the next verification after a failed one', async () => {
    const broken = hashCheaply('correct horse').replace('m=64', 'm=1');
    await expect(Promise.all([1, 2, 3].map(() => verifyPassword('x', broken)))).rejects.toThrow();
    expect(await verifyPassword('correct horse', hashCheaply('correct horse'))).toBe(true);
  });
});

/** Creates a hash that is quick to compute, because these tests are about the queue. */
function hashCheaply(message: string): string {
  const nonce = Buffer.alloc(16, 7);
  const hash = argon2Sync('argon2id', {
    message,
    nonce,
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=64,t=1,p=1$${text(nonce)}$${text(hash)}`;
}
