import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { formatTimestamp } from '#core/contract/dates.ts';
import { formatRupees } from '#features/signals/contract/levels/price.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { describeOutcome } from '#features/signals/contract/track-record/describe-outcome.ts';
import type { SignalReport } from '#features/signals/contract/track-record/signal-details.ts';

/** The size that link previews expect. */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;

/** The light theme (core/web/app.css). */
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

/** The rest of its line has the time of the publication. */
const SITE_WIDTH = 600;

const TYPE_NAMES: Record<SignalType, string> = {
  intraday: 'Intraday signal',
  swing: 'Swing signal',
  investment: 'Investment signal',
};

let library: Promise<typeof import('@napi-rs/canvas')> | undefined;

/** Loads the library with its fonts at the first picture: it takes 35 MB that servers without visitors do not need. */
function getLibrary() {
  library ??= loadLibrary().catch((error: unknown) => {
    // The next picture tries again: a file may be unreadable only for now.
    library = undefined;
    throw error;
  });
  return library;
}

async function loadLibrary() {
  const canvas = await import('@napi-rs/canvas');
  const { resolve } = createRequire(import.meta.url);
  for (const weight of WEIGHTS) {
    const file = resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`);
    canvas.GlobalFonts.register(await readFile(file), FAMILY);
  }
  return canvas;
}

/** Draws a signal that everyone may see as a PNG. Texts are drawn, never parsed. */
export function drawSignal(type: SignalType, report: SignalReport, site: string): Promise<Buffer> {
  return draw((context) => {
    const { signal } = report;
    drawFrame(context, TYPE_NAMES[type], site);
    // In the gap of the line at the top.
    drawText(context, `Code ${signal.code}`, { x: 210, y: 82, size: 32, weight: 600, maxWidth: 320 });
    drawPair(
      context,
      [signal.symbol, { size: 104, weight: 700 }],
      [signal.order_type === 'buy' ? 'Buy' : 'Sell', { size: 60, weight: 600, color: COLORS.accent }],
      { y: 200, gap: 28 },
    );
    if (signal.company_name)
      drawText(context, signal.company_name, { x: MARGIN, y: 246, size: 32, color: COLORS.muted });
    drawLevels(context, report);
    drawOutcome(context, report);
    drawDisclosure(context, report);
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
  const { createCanvas } = await getLibrary();
  const canvas = createCanvas(WIDTH, HEIGHT);
  paint(canvas.getContext('2d'));
  return canvas.encode('png');
}

function drawFrame(context: SKRSContext2D, title: string, site: string): void {
  context.fillStyle = COLORS.page;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = COLORS.accent;
  context.fillRect(0, 0, WIDTH, 14);
  drawText(context, 'Tezi', { x: MARGIN, y: 84, size: 44, weight: 700, color: COLORS.accent });
  drawText(context, title, {
    x: WIDTH - MARGIN,
    y: 82,
    size: 32,
    color: COLORS.muted,
    align: 'right',
    maxWidth: 500,
  });
  context.fillStyle = COLORS.line;
  context.fillRect(MARGIN, HEIGHT - 96, WIDTH - 2 * MARGIN, 2);
  drawText(context, site, {
    x: WIDTH - MARGIN,
    y: HEIGHT - 44,
    size: 26,
    color: COLORS.muted,
    align: 'right',
    maxWidth: SITE_WIDTH,
  });
}

function drawLevels(context: SKRSContext2D, { signal }: SignalReport): void {
  // Results are by the levels at publication.
  const { entry_price, stop_loss, target_points } = signal.published_levels;
  const levels = [
    { name: 'Entry', price: entry_price, color: COLORS.ink },
    { name: 'Stop loss', price: stop_loss, color: COLORS.loss },
    ...target_points.map((price, index) => ({ name: `TP${index + 1}`, price, color: COLORS.gain })),
  ];
  const width = (WIDTH - 2 * MARGIN) / levels.length;
  const maxWidth = width - 16;
  const style = { size: 34, weight: 600 } as const;
  setFont(context, style);
  const widest = Math.max(...levels.map(({ price }) => context.measureText(formatRupees(price)).width));
  // One size for all prices: that of the widest, which must fit between six targets too.
  const size = Math.floor(style.size * Math.min(1, maxWidth / widest));
  for (const [index, { name, price, color }] of levels.entries()) {
    const x = MARGIN + index * width;
    drawText(context, name, { x, y: 298, size: 26, color: COLORS.muted, maxWidth });
    drawText(context, formatRupees(price), { x, y: 338, ...style, size, color });
  }
}

function drawOutcome(context: SKRSContext2D, report: SignalReport): void {
  const { status, result, isMark } = describeOutcome(report);
  const style = { size: 48, weight: 700 } as const;
  const title = report.deleted_at === null ? status : `${status}, deleted`;
  if (result === null || isMark) {
    drawText(context, title, { x: MARGIN, y: 400, ...style });
    return;
  }
  const color = Number(result.r) < 0 ? COLORS.loss : COLORS.gain;
  const figures = `${formatSigned(result.r)} R · ${formatSigned(result.percent)} %`;
  drawPair(context, [title, style], [figures, { ...style, color }], { y: 400, gap: 32 });
}

/** The beginning of the rationale, and who publishes the signal, for how long and with which interests. */
function drawDisclosure(context: SKRSContext2D, { signal }: SignalReport): void {
  const rationale = toDrawable(signal.rationale, ' ');
  const facts = toDrawable(signal.disclosure_text, ' · ');
  const isCut = !rationale.isComplete || !facts.isComplete;
  // A line of the block that lacks something.
  const noteAt = isCut && (rationale.isComplete ? 'facts' : 'rationale');
  drawLines(context, rationale.text, {
    y: 440,
    size: 22,
    color: COLORS.ink,
    note: noteAt === 'rationale' ? NOTE : null,
  });
  drawLines(context, facts.text, {
    y: 498,
    size: 20,
    color: COLORS.muted,
    note: noteAt === 'facts' ? NOTE : null,
  });
}

const NOTE = 'Rationale and disclosures on the page';

/** Characters that analysts use and the fonts lack. */
const REPLACEMENTS: Record<string, string> = {
  '→': '->',
  '←': '<-',
  '⇒': '=>',
  '≥': '>=',
  '≤': '<=',
  '≈': '~',
  '≠': '!=',
  '▲': '↑',
  '▼': '↓',
  '●': '•',
  '■': '•',
  '▪': '•',
};
/** What the fonts have: Latin-1, and some of the punctuation and signs. */
const DRAWABLE =
  /^[ -~\u00a0-\u00ff\u0131\u0152\u0153\u2010-\u2027\u2030\u2039\u203a\u20ac\u2122\u2191\u2193\u2212\u2215]*$/;

/** Joins the lines that the fonts can draw, after replacing what they lack; `isComplete` tells whether these are all. */
export function toDrawable(text: string | null, separator: string): { text: string; isComplete: boolean } {
  const lines = (text ?? '').split('\n').map((line) => Array.from(line, replaceCharacter).join(''));
  const drawable = lines.filter((line) => DRAWABLE.test(line));
  return {
    text: drawable.filter((line) => line !== '').join(separator),
    isComplete: drawable.length === lines.length,
  };
}

/** Replaces a character that the fonts lack, for example an accented letter by the letter. */
function replaceCharacter(character: string): string {
  if (DRAWABLE.test(character)) return character;
  return REPLACEMENTS[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
}

const MAX_DRAWN_LENGTH = 600;
const LINE_HEIGHT = 26;

/** Draws two lines of a text at most, or one and a note. */
function drawLines(
  context: SKRSContext2D,
  text: string,
  { y, note, ...style }: FontStyle & { y: number; color: string; note: string | null },
): void {
  setFont(context, style);
  const rows = note === null ? 2 : 1;
  const lines: string[] = [];
  for (const word of text.slice(0, MAX_DRAWN_LENGTH).split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const line = last === undefined ? word : `${last} ${word}`;
    // The ellipsis must fit into the last line.
    const isFitting = context.measureText(`${line} …`).width <= WIDTH - 2 * MARGIN;
    if (last === undefined || isFitting) lines[Math.max(0, lines.length - 1)] = line;
    else if (lines.length < rows) lines.push(word);
    else {
      lines[rows - 1] = `${last} …`;
      break;
    }
  }
  if (note !== null) lines.push(note);
  for (const [index, line] of lines.entries())
    drawText(context, line, { x: MARGIN, y: y + index * LINE_HEIGHT, ...style });
}

const formatSigned = (value: string) => (Number(value) > 0 ? `+${value}` : value.replace('-', '\u2212'));

interface FontStyle {
  size: number;
  weight?: Weight;
}

interface TextStyle extends FontStyle {
  x: number;
  y: number;
  color?: string;
  align?: 'left' | 'right';
  /** Wider text is drawn smaller. */
  maxWidth?: number;
}

type StyledText = [text: string, style: FontStyle & { color?: string }];

/** Draws two texts in a line. The first one is drawn smaller if they do not fit, because the second one is the result. */
function drawPair(
  context: SKRSContext2D,
  [first, firstStyle]: StyledText,
  [second, secondStyle]: StyledText,
  { y, gap }: { y: number; gap: number },
): void {
  const width = WIDTH - 2 * MARGIN;
  setFont(context, secondStyle);
  const room = Math.max(width / 3, width - gap - context.measureText(second).width);
  const end = drawText(context, first, { x: MARGIN, y, maxWidth: room, ...firstStyle });
  drawText(context, second, { x: end + gap, y, ...secondStyle });
}

const setFont = (context: SKRSContext2D, { size, weight = 400 }: FontStyle) => {
  context.font = `${weight} ${size}px "${FAMILY}"`;
};

/** Draws a line of text, smaller if it is too wide, and returns where it ends. */
function drawText(
  context: SKRSContext2D,
  text: string,
  { x, y, size, weight, color = COLORS.ink, align = 'left', maxWidth = WIDTH - MARGIN - x }: TextStyle,
): number {
  context.fillStyle = color;
  context.textAlign = align;
  setFont(context, { size, weight });
  const { width } = context.measureText(text);
  const scale = Math.min(1, maxWidth / width);
  if (scale < 1) setFont(context, { size: Math.floor(size * scale), weight });
  context.fillText(text, x, y);
  return x + width * scale;
}
