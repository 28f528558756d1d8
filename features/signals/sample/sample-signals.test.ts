import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findCompany } from '#features/market/server/market.ts';
import { calculateGain } from '#features/signals/contract/levels/levels.ts';
import { toPaisa } from '#features/signals/contract/levels/price.ts';
import { validateLevelChange, validateLevels } from '#features/signals/contract/levels/validate-levels.ts';
import { SignalBody } from '#features/signals/contract/publishing/signal-body.ts';
import { SIGNAL_TYPES } from '#features/signals/contract/signal-types.ts';
import { sampleSignals } from './sample-signals.ts';

const isOpen = ({ outcome }: (typeof sampleSignals)[number]) => outcome.startsWith('open');
const getType = ({ signal }: (typeof sampleSignals)[number]) => signal.signal_type;

describe('the sample signals', () => {
  it('contain eight open and forty closed signals of all types and outcomes, over more than ten sectors', () => {
    const open = sampleSignals.filter(isOpen);
    const closed = sampleSignals.filter((sample) => !isOpen(sample));
    expect([open.length, closed.length]).toEqual([8, 40]);
    expect(new Set(open.map(getType))).toEqual(new Set(SIGNAL_TYPES));
    expect(new Set(closed.map(getType))).toEqual(new Set(SIGNAL_TYPES));
    for (const outcome of ['last target', 'stop', 'trailed stop'])
      expect(closed.filter((sample) => sample.outcome === outcome).length, outcome).toBeGreaterThanOrEqual(8);
    const sectors = sampleSignals.map(({ signal }) => findCompany(signal.symbol)?.sector);
    expect(new Set(sectors).size).toBeGreaterThan(10);
    expect(new Set(sampleSignals.map(({ signal }) => signal.title)).size).toBe(48);
  });

  it.each(sampleSignals)('include $signal.symbol with valid levels at each version', (sample) => {
    const { signal, changes } = sample;
    expect(findCompany(signal.symbol)?.symbol).toBe(signal.symbol);
    expect(z.parse(SignalBody, signal)).toEqual(signal);
    expect(signal.title).not.toMatch(/sample/i);
    let current = signal;
    expect(validateLevels(current)).toEqual({});
    for (const { patch } of changes) {
      const next = { ...current, ...patch } as typeof signal;
      expect(validateLevelChange(next, current)).toEqual({});
      expect(calculateGain(next, next.stop_loss)).toBeGreaterThanOrEqual(
        calculateGain(current, current.stop_loss),
      );
      current = next;
    }
    expect(current.call_status).toBe(isOpen(sample) ? 'in_progress' : 'closed');
  });

  it.each(sampleSignals)(
    'include $signal.symbol with dates in order, within ten weeks of trading days',
    ({ signal, published, changes }) => {
      const days = [published ?? 0, ...changes.map(({ daysAgo }) => daysAgo)];
      expect(days).toEqual(days.toSorted((a, b) => b - a));
      expect(new Set(days).size).toBe(days.length);
      expect(days[0]).toBeLessThan(50);
      expect(published === null || (days.at(-1) as number) > 0).toBe(true);
      const lastDays = new Set(days.map(Math.ceil));
      if (signal.signal_type === 'intraday') expect(lastDays.size).toBe(1);
    },
  );

  it.each(sampleSignals.filter(({ signal }) => signal.signal_type === 'intraday'))(
    'include $signal.symbol, which can reach its intraday levels within the daily price limit',
    ({ signal: { entry_price, stop_loss, target_points } }) => {
      const entry = toPaisa(entry_price);
      for (const price of [stop_loss, ...target_points])
        expect(Math.abs(toPaisa(price) - entry)).toBeLessThanOrEqual(Math.max(entry * 0.1, 100));
    },
  );
});
