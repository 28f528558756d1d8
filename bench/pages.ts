/**
 * `npm run bench:pages [-- --runs N]`: what a visitor's first load of every public page costs. Starts the product on a
 * database of its own, loads each page in Lighthouse's mobile setting, and prints the median scores and the JavaScript,
 * HTML and CSS that came, gzipped. Exits with 1 when a page misses a bar.
 */
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { paths } from '#contract/paths.ts';
import { startServer } from './server.ts';

const PAGES = [
  paths.home,
  paths.signals,
  paths.psxSignals,
  paths.intradaySignals,
  paths.charting,
  paths.signUp,
  paths.terms,
  paths.privacy,
  paths.refund,
  paths.news,
  paths.boardMeetings,
  paths.bookClosure,
  paths.pricing,
];

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const BARS = { performance: 0.98, accessibility: 1, 'best-practices': 1, seo: 1, scriptBytes: 150 * 1024 };

const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
const runs = Number(values.runs);

const server = await startServer();
const chrome = await launch({
  chromePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  chromeFlags: CHROMIUM_FLAGS,
  ignoreDefaultFlags: true,
});
let missed = 0;
try {
  console.log(`Lighthouse mobile, median of ${runs}; sizes gzipped\n`);
  console.log(
    row('page', ['perf', 'a11y', 'best', 'seo', 'LCP ms', 'CLS', 'TBT ms', 'JS KB', 'HTML KB', 'CSS KB']),
  );
  for (const path of PAGES) missed += (await measurePage(path)) ? 0 : 1;
} finally {
  chrome.kill();
  await server.stop();
}
console.log(missed === 0 ? '\nEvery page holds its bars.' : `\n${missed} pages miss a bar.`);
process.exitCode = missed === 0 ? 0 : 1;

async function measurePage(path: string): Promise<boolean> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run += 1) {
    const outcome = await lighthouse(`${server.url}${path}`, {
      port: chrome.port,
      onlyCategories: [...CATEGORIES],
      logLevel: 'error',
    });
    if (outcome) results.push(outcome.lhr);
  }
  const score = (category: (typeof CATEGORIES)[number]) =>
    median(results.map((result) => result.categories[category]?.score ?? 0));
  const audit = (id: string) =>
    median(results.map((result) => result.audits[id]?.numericValue ?? Number.NaN));
  const sizes = await gzippedSizes(path, results[0]);
  console.log(
    row(path, [
      ...CATEGORIES.map((category) => score(category).toFixed(2)),
      audit('largest-contentful-paint').toFixed(0),
      audit('cumulative-layout-shift').toFixed(3),
      audit('total-blocking-time').toFixed(0),
      kilobytes(sizes.script),
      kilobytes(sizes.document),
      kilobytes(sizes.style),
    ]),
  );
  return (
    CATEGORIES.every((category) => score(category) >= BARS[category]) && sizes.script <= BARS.scriptBytes
  );
}

interface Sizes {
  script: number;
  document: number;
  style: number;
}

/** Asks for everything the page loaded once more, uncompressed, and compresses it the same way for every server. */
async function gzippedSizes(path: string, result: Result | undefined): Promise<Sizes> {
  const details = result?.audits['network-requests']?.details as
    | { items: { url: string; resourceType: string }[] }
    | undefined;
  const ofType = (type: string) => [
    ...new Set((details?.items ?? []).filter((item) => item.resourceType === type).map((item) => item.url)),
  ];
  const size = async (urls: string[]) => {
    let bytes = 0;
    for (const url of urls) {
      const answer = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
      bytes += gzipSync(Buffer.from(await answer.arrayBuffer())).length;
    }
    return bytes;
  };
  return {
    script: await size(ofType('Script')),
    document: await size([`${server.url}${path}`]),
    style: await size(ofType('Stylesheet')),
  };
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}

function row(name: string, cells: string[]): string {
  return name.padEnd(26) + cells.map((cell) => cell.padStart(8)).join('');
}
