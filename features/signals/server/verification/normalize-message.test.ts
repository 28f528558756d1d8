import { describe, expect, it } from 'vitest';
import { isDeceptive, normalizeMessage } from './normalize-message.ts';

describe('normalization', () => {
  it.each([
    ['*BUY HBL* @ 250.00 🚀', 'BUY HBL @ 250.00'],
    ['[24/11/2026, 10:31:05 AM] Ali Khan: BUY\u200b HBL @ ۲۵۰', 'BUY HBL @ 250'],
    ['\u200e[24/11/2026, 10:31:05\u202fAM] Ali Khan: BUY HBL', 'BUY HBL'],
    ['𝗕𝗨𝗬 ＨＢＬ @ 250', 'BUY HBL @ 250'],
    [
      '24/11/2026, 10:31 am - Ali Khan: _BUY_ HBL\n24/11/2026, 10:31 am - Ali Khan: TP1 260',
      'BUY HBL TP1 260',
    ],
    ['[24/11/26, 22:31] +92 300 1234567: SELL OGDC', 'SELL OGDC'],
    ['Ali Khan, [24.11.2026 10:31]\n[Forwarded from Tezi Signals]\nBUY HBL', 'BUY HBL'],
    ['Forwarded\n> BUY HBL\n> TP1️⃣ 260', 'BUY HBL TP1 260'],
    ['BUY HBL\u00a0\u00a0250 – 240', 'BUY HBL 250 - 240'],
    ['٢٥٠٫٥٠', '250.50'],
    ['BUY HBL @ २५० ၂၅၀ ২৫০', 'BUY HBL @ 250 250 250'],
    ['[ Forwarded from Tezi Alerts ]\nBUY HBL', 'BUY HBL'],
    ['Forwarded message\nFrom: Tezi Alerts\nBUY HBL', 'BUY HBL'],
    [
      '---------- Forwarded message ---------\nFrom: Tezi <no-reply@tezi.example>\nDate: Mon, 23 Nov 2026 at 10:42\nSubject: Fwd: BUY HBL\nTo: <ali99@gmail.com>\n\nTP1 260',
      'BUY HBL TP1 260',
    ],
    [
      '________________________________\nFrom: Tezi <no-reply@tezi.example>\nSent: Monday, November 23, 2026 10:42 AM\nTo: ali99@gmail.com <ali99@gmail.com>\nSubject: BUY HBL\n\n-----Original Message-----\nTP1 260',
      'BUY HBL TP1 260',
    ],
    [
      'Begin forwarded message:\n\n*From: *Tezi\nOn Mon, Nov 23, 2026 at 10:42 AM Tezi <no-reply@tezi.example> wrote:\n> > BUY HBL',
      'BUY HBL',
    ],
    ['BUY HBL\n10:42 AM', 'BUY HBL'],
    ['BUY HBL 10:42 ✓✓', 'BUY HBL'],
    ['BUY HBL\nedited 10:42', 'BUY HBL'],
    ['BUY HBL\n22:42 ✔️✔️', 'BUY HBL'],
    ['240 1250 1260: BUY HBL', '240 1250 1260: BUY HBL'],
    ['[24/11/2026, 10:31] 1240 1250: BUY HBL', '[24/11/2026, 10:31] 1240 1250: BUY HBL'],
    ['240/55/1250, 10:31 - Ali: BUY HBL', '240/55/1250, 10:31 - Ali: BUY HBL'],
    ['24/11/2026, 12:50 - 0300 1234567: BUY HBL', 'BUY HBL'],
  ])('reads %j as %j', (message, normalized) => {
    expect(normalizeMessage(message)).toBe(normalized);
  });

  it('does not hide levels that look like the name of a sender', () => {
    for (const forged of [
      '[24/11/2026, 10:31] entry 300: BUY HBL',
      'Forwarded from entry 300\nBUY HBL',
      'From: entry 300\nBUY HBL',
      'To: 300\nBUY HBL',
      'Date: 300\nBUY HBL',
      'BUY HBL SL 300.10',
    ])
      expect(normalizeMessage(forged)).toContain('300');
  });
});

it.each([
  ['BUY 1250 ~1240~ 1230', true],
  ['BUY 1\u03362\u033650', true],
  ['BUY \u202e0521', true],
  ['BUY \u2067 1250 1240', true],
  ['BUY 1250 \u200f 1240', true],
  ['BUY ➊250', true],
  ['BUY 1250½', true],
  ['\u200f[24/11/2026, 10:31] ~ Ali: BUY 1250', false],
  ['\u202a+92 300 1234567\u202c: TP1️⃣ ~ 1250', false],
])('finds of %j that it shows something else than it says: %s', (message, expected) => {
  expect(isDeceptive(message)).toBe(expected);
});
