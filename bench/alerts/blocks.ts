import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE, SECOND } from '#core/server/platform/clock.ts';
import { report } from '../support/report.ts';
import { type Bench, countStates, getTime } from './bench.ts';

const CHATS = 600;
const MESSAGES_PER_SECOND = 30;
/** After these shares of the messages Telegram rejects everything for so long. */
const BLOCKS = [0.2, 0.5, 0.8];
const BLOCK_SECONDS = 5;
const POLL_MS = 100;

/** Publishes a signal to chats, while Telegram responds with 429 for some seconds several times, and reports what is lost or repeated. */
export async function measureBlocks({ pool, services: { telegram }, publisher, ids }: Bench): Promise<void> {
  const count = Math.min(CHATS, ids.length);
  await pool.query('delete from telegram_links where chat_id > $1', [count]);
  await pool.query("update alert_settings set email = 'off'");
  await telegram.takeReceipts();
  await publisher.signIn();
  const publishedAt = getTime();
  const signalId = await publisher.publish();
  const blocks = [...BLOCKS];
  for (const until = publishedAt + 5 * MINUTE; getTime() < until; await wait(POLL_MS)) {
    const { accepted } = await countStates(pool, signalId, 'telegram');
    if (accepted >= count) break;
    if (accepted >= count * (blocks[0] ?? 1)) {
      blocks.shift();
      await telegram.flood(BLOCK_SECONDS);
    }
  }
  const seconds = (getTime() - publishedAt) / SECOND;
  const receipts = await telegram.takeReceipts();
  const accepted = receipts.filter(({ isAccepted }) => isAccepted);
  const lost = count - new Set(accepted.map(({ target }) => target)).size;
  const repeated = accepted.length - new Set(accepted.map(({ target }) => target)).size;
  report({
    table: `Telegram with ${BLOCKS.length} blocks of ${BLOCK_SECONDS} s, ${count} messages`,
    name: 'one signal',
    figures: {
      seconds: seconds.toFixed(1),
      'floor and blocks': (count / MESSAGES_PER_SECOND + BLOCKS.length * BLOCK_SECONDS).toFixed(1),
      'rejected with 429': String(receipts.length - accepted.length),
      lost: String(lost),
      repeated: String(repeated),
    },
    target: '0 lost and repeated, after a block',
    isMet: lost === 0 && repeated === 0 && receipts.length > accepted.length,
  });
}
