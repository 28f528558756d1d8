import { expect, it } from 'vitest';
import { browserStorage } from '#web/session/browser-storage.ts';
import { clearEnteredSignals } from './entered-signals.ts';

it('removes the signals that the user marked as entered', () => {
  browserStorage.set('tezi:entered-signals', '["7d0f6a52"]');
  clearEnteredSignals();
  expect(browserStorage.get('tezi:entered-signals')).toBeNull();
});
