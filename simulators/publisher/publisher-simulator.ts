import type { FastifyPluginAsync } from 'fastify';
import { escapeHtml } from '#simulators/html.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const PICTURE_POLICY = "default-src 'none'; style-src 'none'; sandbox";
const HOUR_SECONDS = 3_600;

/**
 * Simulates the websites of the demo's publishers: a page for each article, which "View Original Article" opens, and the
 * pictures. Everything is invented, and each page says so.
 */
export const publisherSimulator =
  (articles: readonly PublishedArticle[]): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { number: string } }>('/articles/:number', (request, reply) => {
      const article = /^[1-9]\d{0,5}$/.test(request.params.number)
        ? articles[Number(request.params.number) - 1]
        : undefined;
      if (!article) return reply.callNotFound();
      return reply
        .type('text/html; charset=utf-8')
        .header('Content-Security-Policy', POLICY)
        .header('X-Robots-Tag', 'noindex')
        .send(renderArticlePage(article));
    });

    app.get<{ Params: { name: string } }>('/pictures/:name.svg', (request, reply) => {
      const picture = drawPicture(request.params.name);
      if (picture === null) return reply.callNotFound();
      return reply
        .type('image/svg+xml')
        .header('Content-Security-Policy', PICTURE_POLICY)
        .header('Cache-Control', `public, max-age=${HOUR_SECONDS}`)
        .send(picture);
    });
  };

/** An article as its publisher shows it. */
interface PublishedArticle {
  publisher: string;
  title: string;
  creator: string | null;
  /** The URL of a picture. */
  picture: string | null;
  /** The paragraphs, as plain text. */
  text: readonly string[];
}

const STYLES = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1.05rem/1.6 Georgia, serif; }
header, main, footer { max-width: 42rem; margin-inline: auto; padding: 1rem; }
header { border-bottom: 3px double; font-size: 1.5rem; font-weight: bold; }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
img { width: 100%; height: auto; }
.byline, footer { font: 0.9rem/1.5 system-ui, sans-serif; }
footer { border-top: 1px solid; }
`;

/** Renders an article's page. */
function renderArticlePage({ publisher, title, creator, picture, text }: PublishedArticle): string {
  const byline = [creator, publisher].filter((name) => name !== null).join(', ');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(`${title} | ${publisher}`)}</title><style>${STYLES}</style></head><body>`,
    `<header>${escapeHtml(publisher)}</header><main><h1>${escapeHtml(title)}</h1>`,
    `<p class="byline">${escapeHtml(byline)}</p>`,
    picture === null ? '' : `<img src="${escapeHtml(picture)}" alt="" width="800" height="400">`,
    ...text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    '</main><footer>This publisher and this article are invented. The page belongs to the demo of Tezi, where ',
    'the website of a real publisher would open.</footer></body></html>',
  ].join('\n');
}

const WIDTH = 800;
const HEIGHT = 400;
const SKY = '#d9ddcf';
const GROUND = '#b9c4b0';
const LIGHT = '#8fa893';
const MEDIUM = '#5d7f6b';
const DARK = '#2c4a3c';
const WARM = '#d9a441';

const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
const circle = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
const polygon = (points: string, fill: string) => `<polygon points="${points}" fill="${fill}"/>`;
const line = (path: string, stroke: string, width = 6) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;

const row = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

const ground = rect(0, 310, WIDTH, 90, GROUND);
const bar = (x: number, height: number, fill: string) => rect(x, 310 - height, 52, height, fill);

const pylon = (x: number) =>
  line(`M${x - 45} 310 L${x} 90 L${x + 45} 310 M${x - 60} 140 H${x + 60} M${x - 48} 185 H${x + 48}`, DARK) +
  line(`M${x - 26} 220 L${x + 36} 268 M${x + 26} 220 L${x - 36} 268`, MEDIUM, 4);

const coin = (x: number, y: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="78" ry="24" fill="${WARM}" stroke="${DARK}" stroke-width="4"/>`;

const drawings: Record<string, string> = {
  bank:
    ground +
    polygon('400,80 610,165 190,165', DARK) +
    row(5, (index) => rect(222 + index * 80, 175, 36, 115, index % 2 ? LIGHT : MEDIUM)) +
    rect(190, 290, 420, 20, DARK),
  bars:
    ground +
    [70, 105, 92, 140, 128, 175, 215]
      .map((height, index) => bar(130 + index * 78, height, index === 6 ? WARM : MEDIUM))
      .join(''),
  chart:
    row(4, (index) => line(`M60 ${90 + index * 70} H740`, GROUND, 3)) +
    polygon('60,300 160,262 250,280 350,205 450,230 560,150 640,170 740,95 740,400 60,400', GROUND) +
    line('M60 300 L160 262 L250 280 L350 205 L450 230 L560 150 L640 170 L740 95', DARK, 9) +
    circle(740, 95, 14, WARM),
  coins:
    ground + row(6, (index) => coin(300, 305 - index * 26)) + row(3, (index) => coin(500, 305 - index * 26)),
  dome:
    ground +
    `<path d="M270 190 A130 115 0 0 1 530 190 Z" fill="${MEDIUM}"/>` +
    line('M400 75 V40', DARK) +
    rect(230, 190, 340, 22, DARK) +
    row(7, (index) => rect(248 + index * 48, 212, 20, 98, LIGHT)) +
    rect(150, 240, 90, 70, MEDIUM) +
    rect(560, 240, 90, 70, MEDIUM),
  factory:
    ground +
    rect(560, 100, 44, 210, DARK) +
    rect(630, 140, 40, 170, MEDIUM) +
    polygon('130,310 130,190 250,240 250,190 370,240 370,190 490,240 540,240 540,310', MEDIUM) +
    row(4, (index) => rect(165 + index * 90, 262, 44, 26, WARM)) +
    circle(585, 75, 22, LIGHT) +
    circle(622, 52, 30, LIGHT) +
    circle(672, 36, 20, LIGHT),
  field:
    circle(620, 110, 48, WARM) +
    ground +
    row(9, (index) =>
      line(`M${60 + index * 85} 400 Q${80 + index * 85} 320 ${72 + index * 85} 235`, MEDIUM, 8),
    ) +
    row(9, (index) => circle(72 + index * 85, 225, 20, index % 2 ? LIGHT : DARK)),
  flame:
    ground +
    line('M400 310 V205', DARK, 14) +
    line('M340 310 L400 225 L460 310', DARK, 8) +
    `<path d="M400 50 C460 115 450 150 432 178 A44 44 0 0 1 368 178 C352 150 372 128 384 108 C392 122 394 96 400 50 Z" fill="${WARM}"/>` +
    rect(120, 245, 130, 65, MEDIUM) +
    rect(560, 225, 110, 85, LIGHT),
  globe:
    circle(400, 200, 140, LIGHT) +
    line('M260 200 H540 M285 125 H515 M285 275 H515 M400 60 V340', DARK, 4) +
    `<ellipse cx="400" cy="200" rx="66" ry="140" fill="none" stroke="${DARK}" stroke-width="4"/>`,
  gold:
    ground +
    [
      [235, 310],
      [400, 310],
      [318, 240],
    ]
      .map(([x = 0, y = 0]) =>
        polygon(`${x},${y} ${x + 165},${y} ${x + 140},${y - 62} ${x + 25},${y - 62}`, WARM),
      )
      .join('') +
    line('M318 240 L483 240 M400 310 V250', DARK, 3),
  grid:
    ground +
    line('M0 150 Q210 215 210 140 Q400 230 590 140 Q590 215 800 150', LIGHT, 4) +
    pylon(210) +
    pylon(590) +
    polygon('360,300 440,300 460,250 380,250', DARK),
  screen:
    ground +
    rect(240, 85, 320, 195, DARK) +
    rect(258, 103, 284, 159, SKY) +
    line('M282 140 H400 M282 172 H460 M282 204 H370', MEDIUM, 9) +
    line('M430 235 L465 205 L490 218 L522 168', WARM, 8) +
    polygon('370,280 430,280 455,318 345,318', DARK),
};

/** Returns a drawing as SVG; `null` when there is none of this name. */
function drawPicture(name: string): string | null {
  if (!Object.hasOwn(drawings, name)) return null;
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${rect(0, 0, WIDTH, HEIGHT, SKY)}${drawings[name]}</svg>`;
}
