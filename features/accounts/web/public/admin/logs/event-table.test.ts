import { expect, it } from 'vitest';
import { getEventLabel } from './event-table.tsx';

it('shows a kind that only a newer release has as unknown, with its code', () => {
  expect(getEventLabel('signal_published')).toBe('Signal published');
  expect(getEventLabel('passkey_added')).toBe('Unknown event: passkey_added');
  expect(getEventLabel('constructor')).toBe('Unknown event: constructor');
});

it('shows the words of the code of a kind, or its own label', () => {
  expect(getEventLabel('second_factor_setup_started')).toBe('Second factor setup started');
  expect(getEventLabel('sign_in_throttled')).toBe('Sign-in rejected: too many attempts');
});
