import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { validateLevels } from '#contract/signals/levels.ts';
import { SignalBody } from '#contract/signals/signal-body.ts';
import { findCompany } from '#server/domains/market/market.ts';
import { sampleSignals } from './signals.ts';

describe.each(sampleSignals)('the sample signal $signal.symbol', ({ hoursAgo, signal }) => {
  it('matches the contract and has valid levels', () => {
    expect(z.parse(SignalBody, signal)).toEqual(signal);
    expect(validateLevels(signal)).toEqual({});
  });

  it('is for a listed company, in the past and labeled as a sample', () => {
    expect(findCompany(signal.symbol)?.symbol).toBe(signal.symbol);
    expect(hoursAgo).toBeGreaterThan(0);
    expect(signal.title).toMatch(/^Sample: /);
  });
});
