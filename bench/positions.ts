/**
 * `npm run bench:positions [-- --trades 5000,20000] [-- --rounds 5]`: imports as many trades as a customer of a new demo, and measures the first
 * response of each endpoint of *My positions* (HTTP on this machine, the median of the rounds). Exits with 1 if a target is missed.
 */
import { parseArgs } from 'node:util';
import { addDays } from '#core/contract/dates.ts';
import { DEMO_CUSTOMERS } from '#core/server/config/demo.ts';
import { getMedian, report, reportVerdict } from './support/report.ts';
import { startServer } from './support/server.ts';

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '5000,20000' },
    rounds: { type: 'string', default: '5' },
  },
});
const counts = values.trades.split(',').map(Number);
const rounds = Number(values.rounds);

/** Companies with sample prices. */
const SYMBOLS = ['LUCK', 'HUBC', 'MEBL', 'MLCF', 'FFC', 'OGDC', 'MCB', 'HBL', 'UBL', 'POL', 'SYS', 'EFERT'];
const DAYS = 1_500;
/** Milliseconds of the first response with 5,000 trades. */
const TARGETS: Record<string, number> = { 'customers/positions/': 250 };
const ENDPOINTS = [
  'customers/positions/',
  'customers/positions/returns/',
  'customers/positions/chart/',
  'customers/positions/actions/',
  'customers/positions/following/',
  'customers/positions/taxes/',
  'customers/trades/',
];

const server = await startServer();
try {
  for (const [index, count] of counts.entries()) await measure(count, DEMO_CUSTOMERS[index + 1]);
} finally {
  await server.stop();
}
reportVerdict();

async function measure(count: number, customer = DEMO_CUSTOMERS[0]): Promise<void> {
  const { email, password } = customer ?? { email: '', password: '' };
  const { tokens } = await send('customers/auth/login/', { body: { email, password } });
  const token = tokens.access as string;
  const table = `${count.toLocaleString('en')} trades (milliseconds)`;
  const content = makeFile(count);
  const imported = await time(() => send('customers/trade-imports/', { token, body: { content } }));
  report({ table, name: 'import', figures: { median: imported.toFixed(0) } });
  for (const path of ENDPOINTS) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await time(() => send(path, { token })));
    const median = getMedian(times);
    const target = count === 5_000 ? TARGETS[path] : undefined;
    report({
      table,
      name: path.replace('customers/', ''),
      figures: { median: median.toFixed(0) },
      ...(target === undefined ? {} : { target: `${target} ms`, isMet: median <= target }),
    });
  }
}

/** Makes a file of purchases, every third of which is sold again. */
function makeFile(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const isSale = index % 4 === 3;
    const symbol = SYMBOLS[(index - (isSale ? 1 : 0)) % SYMBOLS.length];
    const date = addDays('2022-10-01', Math.floor((index * DAYS) / count));
    const price = (100 + (index % 400) + (index % 100) / 100).toFixed(2);
    return `${date},${symbol},${isSale ? -50 : 100},${price},${(index % 90) + 10}`;
  });
  return ['Date,Symbol,Quantity,Price,Fees', ...lines].join('\n');
}

async function send(path: string, { token, body }: { token?: string; body?: object }) {
  const response = await fetch(`${server.url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
