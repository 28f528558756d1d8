import { expect, it } from 'vitest';
import { sketchCloses } from './sketch-closes.ts';

it.each([
  [['100.00', '110.00', '105.00'], '0,100 50,0 100,50', '100.00', '110.00'],
  [['5.00', '5.00'], '0,50 100,50', '5.00', '5.00'],
  [['5.00'], '0,50', '5.00', '5.00'],
  [['3.00', '2.00', '1.00', '4.00'], '0,33.3 33.3,66.7 66.7,100 100,0', '1.00', '4.00'],
])('draws %j', (closes, points, lowest, highest) => {
  expect(sketchCloses(closes.map((close) => ({ close })))).toEqual({ points, lowest, highest });
});
