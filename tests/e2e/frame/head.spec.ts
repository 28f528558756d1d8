import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

/** Account and administration pages, which search engines leave out. */
const UNLISTED: string[] = [
  paths.signIn,
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
  paths.newsDetails,
  paths.subscriptions,
  paths.profile,
  paths.mySubscription,
  paths.adminSignIn,
  paths.adminDashboard,
  paths.adminNewsSources,
  paths.adminImports,
  paths.adminHolidays,
  paths.adminCustomers,
  paths.adminBilling,
  paths.adminSecurityLog,
  paths.mailbox,
];

/** One page under several addresses is known by one. */
const KNOWN_AS: Record<string, string> = {
  [paths.intradaySignals]: paths.psxSignals,
  [paths.swingSignals]: paths.psxSignals,
  [paths.investmentSignals]: paths.psxSignals,
};

for (const address of Object.values(paths)) {
  test(`${address} says what it is to search engines and to whoever gets its link`, async ({
    request,
    product,
  }) => {
    const html = await (await request.get(address)).text();
    const title = textOf(html, /<title>([^<]*)/);
    expect(title).toMatch(address === paths.home ? /^Tezi: .{10,}/ : /^.{4,} · Tezi$/);
    const description = textOf(html, /<meta name="description" content="([^"]*)/);
    expect(description?.length, 'length of the description').toBeGreaterThan(20);
    expect(textOf(html, /<meta property="og:title" content="([^"]*)/)).toBe(title);
    expect(textOf(html, /<meta property="og:description" content="([^"]*)/)).toBe(description);
    const known = product.url + (KNOWN_AS[address] ?? address);
    expect(textOf(html, /<meta property="og:url" content="([^"]*)/)).toBe(known);
    const isUnlisted = UNLISTED.includes(address);
    expect(textOf(html, /<meta name="robots" content="([^"]*)/)).toBe(isUnlisted ? 'noindex' : null);
    expect(textOf(html, /<link rel="canonical" href="([^"]*)/)).toBe(isUnlisted ? null : known);
  });
}

/** What the page as the server sends it has in the first place of that form; `null` when it has none. */
const textOf = (html: string, form: RegExp) => form.exec(html)?.[1] ?? null;

test('titles tell the pages apart', async ({ request }) => {
  const titles = new Map<string, string>();
  for (const address of Object.values(paths)) {
    const html = await (await request.get(address)).text();
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? '';
    const known = KNOWN_AS[address] ?? address;
    expect(titles.get(title) ?? known, `the page that is called ${title}`).toBe(known);
    titles.set(title, known);
  }
});

test('the picture for shared links and the icons are there', async ({ page, request, product }) => {
  await page.goto(paths.home);
  const picture = await page.locator('head meta[property="og:image"]').getAttribute('content');
  expect(picture).toBe(`${product.url}/og.png`);
  const icons = await page
    .locator('head link[rel*="icon"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(icons.length).toBeGreaterThan(0);
  for (const file of [picture ?? '', ...icons]) {
    const answer = await request.get(file);
    expect(answer.status(), file).toBe(200);
    expect(answer.headers()['content-type'], file).toMatch(/^image\//);
  }
});

test('the title follows a navigation within the browser', async ({ page }) => {
  await openPage(page, paths.home);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveTitle('Pricing · Tezi');
  await page.goBack();
  await expect(page).toHaveTitle(/^Tezi: /);
});

test('robots.txt keeps engines out of the API and of accounts and names the sitemap', async ({
  request,
  product,
}) => {
  const answer = await request.get('/robots.txt');
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/);
  const lines = (await answer.text()).split('\n');
  for (const path of ['/api/', '/admin/', paths.profile, paths.subscriptions])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).toContain(`Sitemap: ${product.url}/sitemap.xml`);
});

test('every address of the sitemap is a page that may be listed', async ({ request, product }) => {
  const answer = await request.get('/sitemap.xml');
  expect(answer.headers()['content-type']).toMatch(/^application\/xml/);
  const listed = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');
  expect(listed).toContain(product.url + paths.home);
  for (const url of listed) {
    const page = await request.get(url);
    expect(page.status(), url).toBe(200);
    expect(await page.text(), url).not.toContain('noindex');
    expect(UNLISTED, url).not.toContain(new URL(url).pathname);
  }
});
