import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import type { SignalReport } from '#features/signals/contract/track-record/signal-details.ts';
import { drawSignal, toDrawable } from './draw-picture.ts';

interface Shown {
  symbol?: string;
  company?: string;
  targets?: string[];
  r?: string | null;
  deletedAt?: string | null;
  rationale?: string;
}

/** The parts of a report that the picture shows. The longest status is that of a time limit. */
function makeReport({
  symbol = 'LUCK',
  company,
  targets,
  r = null,
  deletedAt = null,
  rationale,
}: Shown): SignalReport {
  const evaluation = { state: 'closed', reason: 'stop', r_multiple: r, percent: r, ended_on: '2026-11-20' };
  const parts = {
    signal: {
      state: { kind: r === null ? 'waiting' : 'closed_time', targets_hit: 0 },
      symbol,
      code: '7K3Q-X9ME',
      order_type: 'sell',
      company_name: company ?? null,
      created_at: '2026-11-02T06:00:00.000Z',
      rationale: rationale ?? null,
      disclosure_text: `Analyst Ayesha Khan\n${'The analyst holds a position in this security. '.repeat(6)}`,
      published_levels: {
        entry_price: '99999999.99',
        stop_loss: '88888888.88',
        target_points: targets ?? ['77777777.77'],
      },
    },
    deleted_at: deletedAt,
    evaluations: r === null ? [] : [{ ...evaluation, steps: [] }],
    mark: null,
    decision: null,
    receipt: null,
  };
  return parts as unknown as SignalReport;
}

type Color = readonly [red: number, green: number, blue: number];
const PAGE: Color = [0xf6, 0xf4, 0xee];
const GAIN: Color = [0x1b, 0x55, 0x9f];

/** Draws the picture, and returns the rows and columns of its pixels in an area, by whether they have a color. */
async function draw(shown: Shown, site = 'tezi.test') {
  const image = await loadImage(await drawSignal('investment', makeReport(shown), site));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return (area: { x: number; y: number; width: number; height: number }, color: Color) => {
    const { data } = context.getImageData(area.x, area.y, area.width, area.height);
    const found: { x: number; y: number }[] = [];
    for (let index = 0; index < area.width * area.height; index += 1) {
      if (color.every((value, channel) => data[index * 4 + channel] === value))
        found.push({ x: area.x + (index % area.width), y: area.y + Math.floor(index / area.width) });
    }
    return found;
  };
}

/** The margins at the sides, below the line at the top. */
const RIGHT = { x: 1130, y: 20, width: 70, height: 610 };
const RESULT = { x: 72, y: 356, width: 1056, height: 66 };

it.each<[string, Shown]>([
  ['a short symbol', {}],
  ['the longest symbol', { symbol: 'W'.repeat(20) }],
  ['a symbol as wide as the picture', { symbol: 'M'.repeat(11), r: '1.5000' }],
  ['a long company name', { company: 'W'.repeat(90) }],
  ['a long rationale', { rationale: 'WMW '.repeat(500) }],
  ['a rationale without spaces', { rationale: 'W'.repeat(2000) }],
  ['six targets', { targets: Array.from({ length: 6 }, () => '77777777.77') }],
  ['a long status and result', { r: '123456.7800', deletedAt: '2026-11-21T06:00:00.000Z' }],
])('draws nothing into the margin with %s', async (_, shown) => {
  const find = await draw(shown, 'a-long-name-of-a-host.of-some-customer.example.com');
  expect(find(RIGHT, PAGE)).toHaveLength(RIGHT.width * RIGHT.height);
});

it('draws the result as large next to a long status as next to a short one', async () => {
  const getHeight = (found: { y: number }[]) => {
    const rows = found.map(({ y }) => y);
    return Math.max(...rows) - Math.min(...rows);
  };
  const withGain = await draw({ r: '1.5000' });
  expect(getHeight(withGain(RESULT, GAIN))).toBeGreaterThan(30);
  const deleted = await draw({ r: '1.5000', deletedAt: '2026-11-21T06:00:00.000Z' });
  expect(getHeight(deleted(RESULT, GAIN))).toBeGreaterThan(30);
});

it('draws the time of the publication and the host without overlap', async () => {
  const find = await draw({}, 'a-long-name-of-a-host.of-some-customer.example.com');
  const gap = { x: 500, y: 550, width: 20, height: 60 };
  expect(find(gap, PAGE)).toHaveLength(gap.width * gap.height);
});

it.each([
  ['Entry ≥ 471 → target', 'Entry >= 471 -> target', true],
  ['Yıldız ve Şişecam − 5 ₨ × 2', 'Yıldız ve Sisecam − 5 Rs × 2', true],
  ['A higher low.\nخلاصہ\n\nVolume rises.', 'A higher low. Volume rises.', false],
  ['Up 🚀', '', false],
  [null, '', true],
])('draws of %j what the fonts have', (text, drawn, isComplete) => {
  expect(toDrawable(text, ' ')).toEqual({ text: drawn, isComplete });
});

it('draws a note, within the picture, instead of the lines that the fonts lack', async () => {
  const area = { x: 72, y: 448, width: 1056, height: 24 };
  const count = async (rationale: string) => (await draw({ rationale }))(area, PAGE).length;
  const size = area.width * area.height;
  expect(await count('Short.')).toBe(size);
  expect(await count('Short.\nخلاصہ')).toBeLessThan(size);
  expect((await draw({ rationale: `${'W'.repeat(2000)}\nخلاصہ` }))(RIGHT, PAGE)).toHaveLength(
    RIGHT.width * RIGHT.height,
  );
});
