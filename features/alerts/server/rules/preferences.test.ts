import { describe, expect, it } from 'vitest';
import type { AlertChannel } from '#features/alerts/contract/channels.ts';
import type { AlertKind, AlertMode } from '#features/alerts/contract/kinds.ts';
import {
  type CustomerSettings,
  DEFAULT_SETTINGS,
  decideDelivery,
  getMode,
  getNextDigest,
  getQuietEnd,
} from './preferences.ts';

const NOW = new Date('2026-11-24T18:30:00Z'); // 23:30 in Karachi
const NIGHT = { from: '22:00', until: '07:00', time_zone: 'Asia/Karachi' };
const settings = (changes: Partial<CustomerSettings> = {}): CustomerSettings => ({
  ...DEFAULT_SETTINGS,
  ...changes,
});
const choose = (kind: AlertKind, channel: AlertChannel, mode: AlertMode) =>
  settings({ email: 'at_once', preferences: [{ kind, channel, mode }] });

describe('getQuietEnd', () => {
  it.each([
    ['before midnight', NIGHT, '2026-11-24T18:30:00Z', '2026-11-25T02:00:00Z'],
    ['after midnight', NIGHT, '2026-11-24T20:00:00Z', '2026-11-25T02:00:00Z'],
    ['at their start', NIGHT, '2026-11-24T17:00:00Z', '2026-11-25T02:00:00Z'],
    ['at their end', NIGHT, '2026-11-25T02:00:00Z', null],
    ['in the afternoon', NIGHT, '2026-11-24T10:00:00Z', null],
    [
      'within one day',
      { from: '13:00', until: '14:30', time_zone: 'Asia/Karachi' },
      '2026-11-24T08:15:00Z',
      '2026-11-24T09:30:00Z',
    ],
    [
      'with equal times',
      { from: '08:00', until: '08:00', time_zone: 'Asia/Karachi' },
      '2026-11-24T03:00:00Z',
      null,
    ],
    [
      'in London over the start of summer time',
      { ...NIGHT, time_zone: 'Europe/London' },
      '2026-03-28T23:30:00Z',
      '2026-03-29T06:00:00Z',
    ],
    [
      'in London over the end of summer time',
      { ...NIGHT, time_zone: 'Europe/London' },
      '2026-10-24T22:30:00Z',
      '2026-10-25T07:00:00Z',
    ],
    [
      'in New York in the hour that the end of summer time repeats',
      { from: '22:00', until: '01:30', time_zone: 'America/New_York' },
      '2026-11-01T06:10:00Z',
      '2026-11-01T06:30:00Z',
    ],
    [
      'in New York before the repeated hour',
      { from: '22:00', until: '01:30', time_zone: 'America/New_York' },
      '2026-11-01T05:10:00Z',
      '2026-11-01T05:30:00Z',
    ],
    [
      'in New York in the hour that the start of summer time skips',
      { from: '22:00', until: '02:30', time_zone: 'America/New_York' },
      '2026-03-08T06:50:00Z',
      '2026-03-08T07:30:00Z',
    ],
  ])('finds the end of quiet hours %s', (_when, hours, now, end) => {
    expect(getQuietEnd(hours, new Date(now))?.toISOString() ?? null).toBe(
      end === null ? null : new Date(end).toISOString(),
    );
  });
});

it.each([
  ['2026-11-24T03:44:00Z', '2026-11-24T03:45:00Z'],
  ['2026-11-24T03:45:00Z', '2026-11-25T03:45:00Z'],
  ['2026-11-24T19:30:00Z', '2026-11-25T03:45:00Z'],
])('sends the daily email after %s at %s', (now, digest) => {
  expect(getNextDigest(new Date(now)).toISOString()).toBe(new Date(digest).toISOString());
});

describe('getMode', () => {
  it.each([
    ['signal_intraday', 'inbox', settings(), 'on'],
    ['signal_intraday', 'push', settings(), 'on'],
    ['signal_intraday', 'inbox', choose('signal_intraday', 'inbox', 'off'), 'off'],
    ['signal_intraday', 'push', choose('signal_intraday', 'push', 'silent'), 'silent'],
    ['signal_intraday', 'email', choose('signal_intraday', 'email', 'silent'), 'on'],
    ['new_sign_in', 'inbox', choose('new_sign_in', 'inbox', 'off'), 'on'],
    ['new_sign_in', 'email', choose('new_sign_in', 'email', 'off'), 'on'],
    ['new_sign_in', 'push', choose('new_sign_in', 'push', 'off'), 'off'],
  ] as const)('of %s on %s is as chosen, or else the default', (kind, channel, chosen, mode) => {
    expect(getMode(chosen, kind, channel)).toBe(mode);
  });
});

describe('decideDelivery', () => {
  const later = new Date('2026-11-26T00:00:00Z');
  const decide = (
    kind: AlertKind,
    channel: AlertChannel,
    chosen: CustomerSettings,
    { expiresAt = later, isDigest = false } = {},
  ) => decideDelivery({ kind, channel, expiresAt, isDigest }, chosen, NOW);

  it.each([
    ['sends a push message', decide('stop_hit', 'push', settings()), { kind: 'send', isSilent: false }],
    [
      'sends a silent push message',
      decide('stop_hit', 'push', choose('stop_hit', 'push', 'silent')),
      { kind: 'send', isSilent: true },
    ],
    [
      'stops what was turned off',
      decide('stop_hit', 'push', choose('stop_hit', 'push', 'off')),
      { kind: 'stop', reason: 'turned_off' },
    ],
    [
      'sends no email that was not asked for',
      decide('stop_hit', 'email', settings()),
      { kind: 'stop', reason: 'turned_off' },
    ],
    [
      'sends critical emails to everyone',
      decide('new_sign_in', 'email', settings({ pausedUntil: later })),
      { kind: 'send' },
    ],
    [
      'defers emails to the daily one',
      decide('stop_hit', 'email', settings({ email: 'daily' })),
      { kind: 'defer', until: new Date('2026-11-25T03:45:00Z') },
    ],
    [
      'puts into the daily email what has no use any more',
      decide('stop_hit', 'email', settings({ email: 'daily' }), { expiresAt: NOW, isDigest: true }),
      { kind: 'send' },
    ],
    [
      'stops what has no use any more',
      decide('stop_hit', 'push', settings(), { expiresAt: NOW }),
      { kind: 'stop', state: 'expired', reason: 'too_late' },
    ],
    [
      'stops everything but critical alerts during a pause',
      decide('stop_hit', 'push', settings({ pausedUntil: later })),
      { kind: 'stop', state: 'canceled', reason: 'paused' },
    ],
    [
      'sends after a pause has ended',
      decide('stop_hit', 'push', settings({ pausedUntil: NOW })),
      { kind: 'send' },
    ],
    [
      'defers push messages to the end of quiet hours',
      decide('stop_hit', 'push', settings({ quietHours: NIGHT })),
      { kind: 'defer', until: new Date('2026-11-25T02:00:00Z'), reason: 'quiet_hours' },
    ],
    [
      'stops what loses its use during quiet hours',
      decide('stop_hit', 'push', settings({ quietHours: NIGHT }), {
        expiresAt: new Date('2026-11-25T01:00:00Z'),
      }),
      { kind: 'stop', state: 'expired', reason: 'quiet_too_long' },
    ],
    [
      'disturbs quiet hours with critical alerts',
      decide('new_sign_in', 'push', settings({ quietHours: NIGHT })),
      { kind: 'send' },
    ],
    [
      'sends emails during quiet hours',
      decide('stop_hit', 'email', settings({ email: 'at_once', quietHours: NIGHT })),
      { kind: 'send' },
    ],
  ])('%s', (_name, decision, expected) => {
    expect(decision).toMatchObject(expected);
  });
});
