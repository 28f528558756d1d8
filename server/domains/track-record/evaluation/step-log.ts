import type { EvaluatedBar, EvaluationStep, UnusableReason } from './evaluation.ts';

type RunCode = 'waited' | 'held' | UnusableReason;

/** Collects the steps of an explanation. Consecutive bars with the same meaning are one step. */
export interface StepLog {
  steps: EvaluationStep[];
  add(step: EvaluationStep): void;
  addBar(code: RunCode, bar: EvaluatedBar): void;
}

export function createStepLog(): StepLog {
  const steps: EvaluationStep[] = [];
  return {
    steps,
    add: (step) => steps.push(step),
    addBar(code, { date, low, high, close }) {
      const last = steps.at(-1);
      const [lowest, highest] = [low ?? close, high ?? close];
      if (last?.code !== code) {
        const run = { date, until: date, bars: 1 };
        steps.push(
          code === 'waited' || code === 'held'
            ? { code, ...run, low: lowest, high: highest }
            : { code, ...run },
        );
        return;
      }
      if (!('until' in last)) return;
      last.until = date;
      last.bars += 1;
      if (!('low' in last)) return;
      last.low = Math.min(last.low, lowest);
      last.high = Math.max(last.high, highest);
    },
  };
}
