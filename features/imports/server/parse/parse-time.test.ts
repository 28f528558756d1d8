import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTime } from './values.ts';

describe('parseTime', () => {
  it.each([
    ['10:51 AM', '10:51:00'],
    ['2.30 P.M', '14:30:00'],
    ['9.30 A.M', '09:30:00'],
    ['2:30 p.m.', '14:30:00'],
    ['03:00 Pm', '15:00:00'],
    ['03.00 P.M', '15:00:00'],
    ['10:30 am', '10:30:00'],
    ['12:00 Noon', '12:00:00'],
    ['12 noon', '12:00:00'],
    ['Noon', '12:00:00'],
    ['12:00 midnight', '00:00:00'],
    ['12:30 AM', '00:30:00'],
    ['12:15 PM', '12:15:00'],
    ['11 am', '11:00:00'],
    ['10:30AM', '10:30:00'],
    ['14:30', '14:30:00'],
    ['14:30:59', '14:30:59'],
    ['10:30', '10:30:00'],
    ['00:00', '00:00:00'],
    [' 4:15  PM PKT', '16:15:00'],
    ['1430:00', null],
    ['2:30', null],
    ['14:30 PM', null],
    ['0:30 AM', null],
    ['12:30 Noon', null],
    ['11 Noon', null],
    ['24:00', null],
    ['10:60 AM', null],
    ['10:30:61', null],
    ['10', null],
    ['', null],
    ['after Friday prayers', null],
    ['10:30 AM to 11:30 AM', null],
  ])('parses %j as %j', (text, time) => {
    const result = parseTime(text);
    if (time === null) expect(result).toEqual({ rejection: expect.stringContaining(`"${text}"`) });
    else expect(result).toEqual({ time });
  });

  it('parses an early hour only as a 24-hour time', () => {
    expect(parseTime('02:30', '24-hour')).toEqual({ time: '02:30:00' });
    expect(parseTime('02:30', 'any')).toEqual({ rejection: '"02:30" is ambiguous. Add AM or PM.' });
  });

  const times = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) });
  const two = (number: number) => String(number).padStart(2, '0');
  const twelve = (hour: number) => hour % 12 || 12;
  it.each<[string, (hour: number, minute: number) => string]>([
    ['10:51 AM', (h, m) => `${twelve(h)}:${two(m)} ${h < 12 ? 'AM' : 'PM'}`],
    ['2.30 P.M', (h, m) => `${twelve(h)}.${two(m)} ${h < 12 ? 'A.M' : 'P.M'}`],
    ['03:00 Pm', (h, m) => `${two(twelve(h))}:${two(m)} ${h < 12 ? 'Am' : 'Pm'}`],
    ['10:30 am', (h, m) => `${twelve(h)}:${two(m)} ${h < 12 ? 'am' : 'pm'}`],
    ['03.00 P.M', (h, m) => `${two(twelve(h))}.${two(m)} ${h < 12 ? 'A.M' : 'P.M'}`],
    ['14:30', (h, m) => `${two(h)}:${two(m)}`],
  ])('parses any time formatted like %s', (_, write) => {
    fc.assert(
      fc.property(times, ({ hour, minute }) => {
        const text = write(hour, minute);
        expect(parseTime(text, '24-hour')).toEqual({ time: `${two(hour)}:${two(minute)}:00` });
      }),
    );
  });
});
