import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { validateLevels } from '#contract/signals/levels.ts';
import { SignalBody } from '#contract/signals/signal-body.ts';
import { findCompany } from '#server/domains/market/market.ts';
import { sampleSignals } from './signals.ts';

describe.each(sampleSignals)('the sample signal $signal.symbol', ({ hoursAgo, signal }) => {
  it('fits the contract as it stands, and its levels are on the right sides', () => {
    expect(z.parse(SignalBody, signal)).toEqual(signal);
    expect(validateLevels(signal)).toEqual({});
  });

  it('is of a listed company, in the past, and says that it is a sample', () => {
    expect(findCompany(signal.symbol)?.symbol).toBe(signal.symbol);
    expect(hoursAgo).toBeGreaterThan(0);
    expect(signal.title).toMatch(/^Sample: /);
  });
});
