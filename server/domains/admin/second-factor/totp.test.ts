import { describe, expect, it } from 'vitest';
import { findTimeStep, generateTotpSecret } from './totp.ts';

/** RFC 6238, appendix B: the secret of its SHA-1 rows in base32, and the last six of its eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d s after 1970 is that of RFC 6238', (seconds, code) => {
    expect(findTimeStep(SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30));
  });

  it('is known by its own time step, not by when it comes', () => {
    const shown = new Date(1_234_567_890_000);
    for (const seconds of [-30, 0, 30]) {
      const now = new Date(shown.getTime() + seconds * 1000);
      expect(findTimeStep(SECRET, '005924', now)).toBe(41_152_263);
    }
    expect(findTimeStep(SECRET, '005924', new Date(shown.getTime() + 60_000))).toBeNull();
  });

  it('has a secret of 160 bits, another each time', () => {
    expect(generateTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(generateTotpSecret()).not.toBe(generateTotpSecret());
  });
});
