import { expect, it } from 'vitest';
import type { TimelineEvent } from '#features/signals/contract/track-record/signal-details.ts';
import { describeEvent } from './describe-event.ts';

const makeEvent = (parts: Partial<TimelineEvent> & Pick<TimelineEvent, 'kind'>): TimelineEvent => ({
  at: '2026-11-20T06:00:00.000Z',
  date: '2026-11-20',
  field: null,
  from: null,
  to: null,
  price: null,
  target: null,
  reason: null,
  ...parts,
});

it.each([
  [
    { kind: 'changed', field: 'stop_loss', from: '448.00', to: '460.00' },
    'Stop loss moved from Rs. 448.00 to Rs. 460.00',
  ],
  [{ kind: 'changed', field: 'target_points.1', from: null, to: '520.00' }, 'TP2 added: Rs. 520.00'],
  [{ kind: 'changed', field: 'target_points.2', from: '540.00', to: null }, 'TP3 removed (Rs. 540.00)'],
  [
    { kind: 'changed', field: 'signal_type', from: 'swing', to: 'investment' },
    'Type changed from Swing to Investment',
  ],
  [{ kind: 'changed', field: 'title', from: 'buy', to: 'sell' }, 'Title changed from buy to sell'],
  [{ kind: 'changed', field: 'sector', from: 'Cement', to: null }, 'Sector removed (Cement)'],
  [
    { kind: 'changed', field: 'rationale', from: 'A low.\nVolume.', to: 'A high.' },
    'Rationale changed\n\nBefore:\nA low.\nVolume.\n\nAfter:\nA high.',
  ],
  [{ kind: 'changed', field: 'rationale', from: null, to: 'A low.' }, 'Rationale added\n\nA low.'],
  [{ kind: 'changed', field: 'rationale', from: 'A low.', to: null }, 'Rationale removed\n\nBefore:\nA low.'],
  [{ kind: 'filled', price: '471.00' }, 'Entry filled at Rs. 471.00'],
  [{ kind: 'target_hit', target: 1, price: '495.00' }, 'TP1 hit at Rs. 495.00'],
  [{ kind: 'exited', price: '480.00', reason: 'time' }, 'Time limit: exit at Rs. 480.00'],
  [{ kind: 'not_filled', reason: 'unproven' }, 'Ended unproven: the prices do not prove an entry'],
  [{ kind: 'void', reason: 'A digit too many.' }, 'Voided by an administrator: A digit too many.'],
] as const)('describes %j', (parts, text) => {
  expect(describeEvent(makeEvent(parts))).toBe(text);
});
