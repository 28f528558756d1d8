import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { addDays, toKarachiDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { CHANGE_CHANNEL, toChangePayload } from '#core/server/platform/change-bus.ts';
import { requestPasswordReset } from '#features/accounts/contract/passwords.ts';
import { dismissFiling, listFilings } from '#features/corporate-actions/contract/filings.ts';
import { fetchSource } from '#features/news/contract/source-endpoints.ts';
import { addAnalyst, removeAnalyst } from '#features/signals/contract/publishing/analyst-endpoints.ts';
import { expect, test as productTest } from '#tests/e2e/fixtures.ts';
import { call } from '#tests/e2e/support/accounts.ts';
import { openPage } from '#tests/e2e/support/pages.ts';
import { type Product, startProduct } from '#tests/e2e/support/product.ts';
import { startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import { feed, rss, startFeedServer, status } from '#tests/support/news/feed-server.ts';

const SMTP_PORT = 2_987;

/** The folder of the backups is on this disk, which is missing at first. */
const disk = join(tmpdir(), `tezi-tasks-${process.pid}`);

/** A small disk of the database. Only root can mount one. */
const dataDisk = join(tmpdir(), `tezi-data-${process.pid}`);
let isMounted = false;

/** A site whose mail server and disk of backups are missing. */
const test = productTest.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => {
      await mkdir(dataDisk);
      const options = ['-t', 'tmpfs', '-o', 'size=512m,mode=755', 'tezi-tasks'];
      isMounted = spawnSync('mount', [...options, dataDisk]).status === 0;
      const product = await startProduct({
        ...(isMounted ? { DATA_DIR: join(dataDisk, 'data') } : {}),
        BACKUP_DIR: join(disk, 'backups'),
        SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}`,
        MAIL_FROM: 'no-reply@tezi.example',
        LOG_LEVEL: 'fatal',
      });
      await use(product);
      await product.stop();
      if (isMounted) spawnSync('umount', [dataDisk]);
      for (const folder of [disk, dataDisk]) await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
// In one worker: each would start a product of its own.
test.describe.configure({ mode: 'default' });
test.use({ role: 'administrator' });

const WAIT_MS = 60_000;

const getTask = (page: Page, title: RegExp) => page.getByRole('region', { name: title });

/** The page reloads its tasks too, but less often. */
async function expectTask(page: Page, title: RegExp, isShown: boolean): Promise<void> {
  await expect(async () => {
    await openPage(page, paths.adminInbox);
    await expect(page.getByText('Loading the inbox...')).toHaveCount(0);
    await expect(getTask(page, title)).toHaveCount(isShown ? 1 : 0, { timeout: 2_000 });
  }).toPass({ timeout: WAIT_MS });
}

const announce = (product: Product, topic: 'prices' | 'market') =>
  product.query(`select pg_notify('${CHANGE_CHANNEL}', '${toChangePayload(topic, 'test')}')`);

test('missing prices and index values are tasks until they are stored', async ({ page, product }) => {
  const missing = (table: string) => `date > (select max(date) - 5 from ${table})`;
  for (const table of ['price_bars', 'index_values'])
    await product.query(`create table kept_${table} as select * from ${table} where ${missing(table)}`);
  for (const table of ['price_bars', 'index_values'])
    await product.query(`delete from ${table} where ${missing(table)}`);
  await announce(product, 'prices');
  await expectTask(page, /^Prices .*are missing since/, true);
  await expect(getTask(page, /^Values of the KSE-100 .*are missing since/)).toBeVisible();
  await getTask(page, /^Prices /)
    .getByRole('link', { name: 'Open imports' })
    .click();
  await expect(page.getByLabel('Prices', { exact: true })).toBeChecked();
  for (const table of ['price_bars', 'index_values'])
    await product.query(`insert into ${table} select * from kept_${table}`);
  await announce(product, 'prices');
  await expectTask(page, /are missing since/, false);
});

test('a mail server that rejects connections is a task until it accepts them', async ({ page, product }) => {
  await call(product.url, requestPasswordReset, { body: { email: 'trader@tezi.example' } });
  const attempts =
    "select 1 from pgboss.job where name = 'email' and output is not null and state <= 'active'";
  await expect
    .poll(async () => (await product.query(attempts)).length, { timeout: WAIT_MS })
    .toBeGreaterThan(0);
  await product.query(
    "update pgboss.job set created_on = now() - interval '10 minutes' where name = 'email'",
  );
  await expectTask(page, /email.* wait.*: the mail server rejects the connection \(ECONNREFUSED\)/, true);
  const again = await call(product.url, requestPasswordReset, { body: { email: 'unknown@tezi.example' } });
  expect(again.message).toContain('Our mail server does not work at present');
  const mailServer = await startSmtpServer(SMTP_PORT);
  await product.query("update pgboss.job set start_after = now() where name = 'email' and state < 'active'");
  await expectTask(page, /email.* wait/, false);
  expect(mailServer.emails.length).toBeGreaterThan(0);
  await mailServer.close();
});

test('a source that its publisher blocks is a task until it responds', async ({ page, product, user }) => {
  const publisher = await startFeedServer();
  publisher.respond('/feed', status(403));
  const [source] = (await product.query(`
    insert into news_sources (name, url, created_at, next_fetch_at, failures_in_a_row, last_error, last_success_at)
    values ('Blocked', '${publisher.url('/feed')}', now() - interval '3 days', now() + interval '1 hour', 1, 'x', now() - interval '2 days')
    returning id`)) as { id: number }[];
  const params = { id: String(source?.id) };
  await call(product.url, fetchSource, { params }, user.access);
  await expectTask(page, /Blocked: .*403/, true);
  await getTask(page, /Blocked/)
    .getByRole('link', { name: 'Open news sources' })
    .click();
  await expect(page).toHaveURL(paths.adminNewsSources);
  publisher.respond('/feed', feed(rss(2)));
  await call(product.url, fetchSource, { params }, user.access);
  await expectTask(page, /Blocked/, false);
  await publisher.close();
});

test('a missing disk of backups, a registration that ends and a tentative holiday are tasks', async ({
  page,
  product,
  user,
}) => {
  const today = toKarachiDate(new Date());
  await expectTask(page, /^No backup can be written to the folder/, true);
  await mkdir(disk);
  const analyst = { name: 'Hina Baig', registration: 'SECP/RA/77', valid_from: null, is_active: true };
  const { id } = await call(
    product.url,
    addAnalyst,
    { body: { ...analyst, valid_until: addDays(today, 14) } },
    user.access,
  );
  await product.query(`insert into market_holidays (date, name, is_tentative) values ('${addDays(today, 1)}', 'Eid', true)
    on conflict (date) do update set name = 'Eid', is_tentative = true`);
  await announce(product, 'market');
  await expectTask(page, /^The registration of Hina Baig ends on/, true);
  await expect(getTask(page, /^Eid is expected on/)).toBeVisible();
  await expect(getTask(page, /^No backup can be written/)).toHaveCount(0);
  await call(product.url, removeAnalyst, { params: { id } }, user.access);
  await product.query("delete from market_holidays where name = 'Eid'");
  await announce(product, 'market');
  await expectTask(page, /Hina Baig|^Eid is/, false);
});

test('webhooks of Paddle that stay away are a task until one arrives', async ({ page, product }) => {
  await product.query('delete from paddle_events');
  await product.query("update subscriptions set paddle_updated_at = now() - interval '4 days'");
  await expectTask(page, /^No webhook arrived for three days/, true);
  await product.query(`insert into paddle_events (event_id, event_type, occurred_at, received_at, entity_id, data, state)
    values ('evt_arrived', 'subscription.updated', now(), now(), 'sub_arrived', '{}', 'applied')`);
  await expectTask(page, /^No webhook arrived/, false);
});

test('a filing of the exchange is a task until it is confirmed', async ({ page, product, user }) => {
  const file = join(tmpdir(), `announcements-${process.pid}.csv`);
  await writeFile(
    file,
    'date,time,symbol,name,title,image,document\n"Nov 20, 2026",10:51 AM,AAL,Agro Allianz Limited,Board Meeting,900007-1.gif,\n',
  );
  await product.tezi('import', 'board-meetings', file);
  await rm(file);
  await expectTask(page, /filings? to confirm$/, true);
  await getTask(page, /to confirm$/)
    .getByRole('link', { name: 'Agro Allianz Limited' })
    .click();
  const filing = page.getByRole('article', { name: 'AAL · Agro Allianz Limited' });
  await filing.getByLabel('Date').fill(addDays(toKarachiDate(new Date()), 3));
  await filing.getByLabel('Time').fill('11:00');
  await filing.getByRole('button', { name: 'Confirm' }).click();
  await expect(filing).toHaveCount(0);
  await openPage(page, paths.adminInbox);
  await expect(page.getByText('Loading the inbox...')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Agro Allianz Limited' })).toHaveCount(0);
  // Those of the demo.
  const { results } = await call(product.url, listFilings, {}, user.access);
  for (const { id } of results)
    await call(product.url, dismissFiling, { params: { id: String(id) } }, user.access);
  await expectTask(page, /to confirm$/, false);
});

test('a disk that is nearly full is a task until space is free', async ({ page }) => {
  test.skip(!isMounted, 'only root can mount a disk');
  const { blocks, bavail, bsize } = statfsSync(dataDisk);
  const file = join(dataDisk, 'old.backup');
  await writeFile(file, Buffer.alloc((bavail - Math.floor(blocks * 0.08)) * bsize));
  await expectTask(page, /^The disk is 9\d % full/, true);
  await rm(file);
  await expectTask(page, /^The disk is/, false);
});
