/**
 * `npm run bench:pages [-- --runs N]`: measures a visitor's first load of every public page. Starts a server on a new
 * database, loads each page with Lighthouse's mobile settings, and prints the median scores and the gzipped sizes of the
 * loaded JavaScript, HTML and CSS. Exits with 1 if a page misses a target.
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
const TARGETS = { performance: 0.98, accessibility: 1, 'best-practices': 1, seo: 1, scriptBytes: 150 * 1024 };

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
    formatRow('page', [
      'perf',
      'a11y',
      'best',
      'seo',
      'LCP ms',
      'CLS',
      'TBT ms',
      'JS KB',
      'HTML KB',
      'CSS KB',
    ]),
  );
  for (const path of PAGES) missed += (await measurePage(path)) ? 0 : 1;
} finally {
  chrome.kill();
  await server.stop();
}
console.log(missed === 0 ? '\nEvery page meets its targets.' : `\n${missed} pages miss a target.`);
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
    getMedian(results.map((result) => result.categories[category]?.score ?? 0));
  const audit = (id: string) =>
    getMedian(results.map((result) => result.audits[id]?.numericValue ?? Number.NaN));
  const sizes = await measureGzippedSizes(path, results[0]);
  console.log(
    formatRow(path, [
      ...CATEGORIES.map((category) => score(category).toFixed(2)),
      audit('largest-contentful-paint').toFixed(0),
      audit('cumulative-layout-shift').toFixed(3),
      audit('total-blocking-time').toFixed(0),
      toKilobytes(sizes.script),
      toKilobytes(sizes.document),
      toKilobytes(sizes.style),
    ]),
  );
  return (
    CATEGORIES.every((category) => score(category) >= TARGETS[category]) &&
    sizes.script <= TARGETS.scriptBytes
  );
}

interface Sizes {
  script: number;
  document: number;
  style: number;
}

/** Fetches everything that the page loaded again, uncompressed, and compresses it the same way for every server. */
async function measureGzippedSizes(path: string, result: Result | undefined): Promise<Sizes> {
  const details = result?.audits['network-requests']?.details as
    | { items: { url: string; resourceType: string }[] }
    | undefined;
  const ofType = (type: string) => [
    ...new Set((details?.items ?? []).filter((item) => item.resourceType === type).map((item) => item.url)),
  ];
  const size = async (urls: string[]) => {
    let bytes = 0;
    for (const url of urls) {
      const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
      bytes += gzipSync(Buffer.from(await response.arrayBuffer())).length;
    }
    return bytes;
  };
  return {
    script: await size(ofType('Script')),
    document: await size([`${server.url}${path}`]),
    style: await size(ofType('Stylesheet')),
  };
}

function getMedian(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function toKilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}

function formatRow(name: string, cells: string[]): string {
  return name.padEnd(26) + cells.map((cell) => cell.padStart(8)).join('');
}
