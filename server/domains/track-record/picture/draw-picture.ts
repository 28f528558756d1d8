import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { formatTimestamp } from '#contract/dates.ts';
import { formatRupees } from '#contract/signals/price.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { describeOutcome } from '#contract/track-record/describe-outcome.ts';
import type { SignalReport } from '#contract/track-record/signal-details.ts';

/** The size that link previews expect. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;

/** The light theme (web/app.css). */
const COLORS = {
  page: '#f6f4ee',
  line: '#dedacf',
  ink: '#1c1a16',
  muted: '#5c574d',
  accent: '#0a6647',
  gain: '#1b559f',
  loss: '#9c4300',
};

const FAMILY = 'Tezi Inter';
const WEIGHTS = [400, 600, 700] as const;
type Weight = (typeof WEIGHTS)[number];

/** More targets do not fit into the row of levels. */
const MAX_TARGETS = 3;

const TYPE_NAMES: Record<SignalType, string> = {
  intraday: 'Intraday signal',
  swing: 'Swing signal',
  investment: 'Investment signal',
};

let library: Promise<typeof import('@napi-rs/canvas')> | undefined;

/** Loads the library with its fonts at the first picture: it takes 35 MB that servers without visitors do not need. */
async function loadLibrary() {
  const canvas = await import('@napi-rs/canvas');
  const { resolve } = createRequire(import.meta.url);
  for (const weight of WEIGHTS) {
    const file = resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`);
    canvas.GlobalFonts.register(await readFile(file), FAMILY);
  }
  return canvas;
}

/** Draws a signal that everyone may see as a PNG. Texts are drawn, never parsed, and none of them is free text. */
export function drawSignal(type: SignalType, report: SignalReport, site: string): Promise<Buffer> {
  return draw((context) => {
    const { signal, deleted_at } = report;
    drawFrame(context, TYPE_NAMES[type], site);
    const symbolEnd = drawText(context, signal.symbol, { x: MARGIN, y: 234, size: 104, weight: 700 });
    drawText(context, signal.order_type === 'buy' ? 'Buy' : 'Sell', {
      x: symbolEnd + 28,
      y: 234,
      size: 60,
      weight: 600,
      color: COLORS.accent,
    });
    if (signal.company_name)
      drawText(context, signal.company_name, { x: MARGIN, y: 288, size: 32, color: COLORS.muted });
    drawLevels(context, report);
    drawOutcome(context, deleted_at === null ? null : 'Deleted', report);
    drawText(context, `Published ${formatTimestamp(signal.created_at)}`, {
      x: MARGIN,
      y: HEIGHT - 44,
      size: 26,
      color: COLORS.muted,
    });
  });
}

/** Draws the picture of every premium signal of a type that is not public. */
export function drawLockedSignal(type: SignalType, site: string): Promise<Buffer> {
  return draw((context) => {
    drawFrame(context, TYPE_NAMES[type], site);
    drawText(context, `Premium ${TYPE_NAMES[type].toLowerCase()}`, {
      x: MARGIN,
      y: 290,
      size: 76,
      weight: 700,
    });
    drawText(context, 'Subscribers see its symbol, levels and timeline.', {
      x: MARGIN,
      y: 360,
      size: 36,
      color: COLORS.muted,
    });
    drawText(context, 'Pakistan Stock Exchange', {
      x: MARGIN,
      y: HEIGHT - 44,
      size: 26,
      color: COLORS.muted,
    });
  });
}

async function draw(paint: (context: SKRSContext2D) => void): Promise<Buffer> {
  library ??= loadLibrary();
  const { createCanvas } = await library;
  const canvas = createCanvas(WIDTH, HEIGHT);
  paint(canvas.getContext('2d'));
  return canvas.encode('png');
}

function drawFrame(context: SKRSContext2D, title: string, site: string): void {
  context.fillStyle = COLORS.page;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = COLORS.accent;
  context.fillRect(0, 0, WIDTH, 14);
  drawText(context, 'Tezi', { x: MARGIN, y: 100, size: 44, weight: 700, color: COLORS.accent });
  drawText(context, title, { x: WIDTH - MARGIN, y: 98, size: 32, color: COLORS.muted, align: 'right' });
  context.fillStyle = COLORS.line;
  context.fillRect(MARGIN, HEIGHT - 96, WIDTH - 2 * MARGIN, 2);
  drawText(context, site, {
    x: WIDTH - MARGIN,
    y: HEIGHT - 44,
    size: 26,
    color: COLORS.muted,
    align: 'right',
  });
}

function drawLevels(context: SKRSContext2D, { signal }: SignalReport): void {
  // Results are by the levels at publication.
  const { entry_price, stop_loss, target_points } = signal.published_levels;
  const shown = target_points.slice(0, MAX_TARGETS);
  const hidden = target_points.length - shown.length;
  const levels = [
    { name: 'Entry', price: entry_price, color: COLORS.ink },
    { name: 'Stop loss', price: stop_loss, color: COLORS.loss },
    ...shown.map((price, index) => ({
      name: `TP${index + 1}${hidden > 0 && index === MAX_TARGETS - 1 ? ` (+${hidden})` : ''}`,
      price,
      color: COLORS.gain,
    })),
  ];
  const width = (WIDTH - 2 * MARGIN) / levels.length;
  for (const [index, { name, price, color }] of levels.entries()) {
    const x = MARGIN + index * width;
    drawText(context, name, { x, y: 356, size: 26, color: COLORS.muted, maxWidth: width - 16 });
    drawText(context, formatRupees(price), {
      x,
      y: 398,
      size: 34,
      weight: 600,
      color,
      maxWidth: width - 16,
    });
  }
}

function drawOutcome(context: SKRSContext2D, override: string | null, report: SignalReport): void {
  const { status, result, isMark } = describeOutcome(report);
  const end = drawText(context, override ?? status, { x: MARGIN, y: 490, size: 48, weight: 700 });
  if (result === null || isMark) return;
  drawText(context, `${formatSigned(result.r)} R · ${formatSigned(result.percent)} %`, {
    x: end + 32,
    y: 490,
    size: 48,
    weight: 700,
    color: Number(result.r) < 0 ? COLORS.loss : COLORS.gain,
    maxWidth: WIDTH - MARGIN - end - 32,
  });
}

const formatSigned = (value: string) => (Number(value) > 0 ? `+${value}` : value.replace('-', '\u2212'));

interface TextStyle {
  x: number;
  y: number;
  size: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
  /** Wider text is drawn smaller. */
  maxWidth?: number;
}

/** Draws a line of text, smaller if it is too wide, and returns where it ends. */
function drawText(
  context: SKRSContext2D,
  text: string,
  { x, y, size, weight = 400, color = COLORS.ink, align = 'left', maxWidth = WIDTH - MARGIN - x }: TextStyle,
): number {
  context.fillStyle = color;
  context.textAlign = align;
  context.font = `${weight} ${size}px "${FAMILY}"`;
  const { width } = context.measureText(text);
  const room = align === 'right' ? WIDTH : maxWidth;
  const scale = Math.min(1, room / width);
  if (scale < 1) context.font = `${weight} ${Math.floor(size * scale)}px "${FAMILY}"`;
  context.fillText(text, x, y);
  return x + width * scale;
}
