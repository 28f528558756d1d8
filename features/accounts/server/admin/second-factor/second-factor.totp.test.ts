import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { findTimeStep, generateTotpSecret } from './second-factor.ts';

/** The SHA-1 secret of RFC 6238, appendix B, in base32; the codes are the last six of its eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a TOTP code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('matches RFC 6238 at %d s after the epoch', (seconds, code) => {
    expect(findTimeStep(SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it.each(['', '00592', '0059244', ' 005924', '𝅘𝅥𝅰', '００５９２４'])('does not accept %j', (code) => {
    expect(findTimeStep(SECRET, code, new Date(1_234_567_890_000))).toBeNull();
  });

  it('assigns a code to its own time step, not to the time of arrival', () => {
    const shown = new Date(1_234_567_890_000);
    for (const seconds of [-30, 0, 30]) {
      const now = new Date(shown.getTime() + seconds * 1000);
      expect(findTimeStep(SECRET, '005924', now)).toBe(41_152_263);
    }
    expect(findTimeStep(SECRET, '005924', new Date(shown.getTime() + 60_000))).toBeNull();
  });

  it.each([
    ['an hour ahead', HOUR],
    ['an hour behind', -HOUR],
    ['a day ahead', DAY],
    ['a day behind', -DAY],
  ])('a TOTP code is invalid while the clock is %s, and valid when the clock is right again', (_, jumpMs) => {
    const shown = new Date(1_234_567_890_000);
    expect(findTimeStep(SECRET, '005924', new Date(shown.getTime() + jumpMs))).toBeNull();
    expect(findTimeStep(SECRET, '005924', shown)).toBe(41_152_263);
  });

  it('generates a new random secret of 160 bits', () => {
    expect(generateTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(generateTotpSecret()).not.toBe(generateTotpSecret());
  });
});
