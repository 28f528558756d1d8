import { paths } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

/** Account and administration pages, which are excluded from search engines. */
const NOINDEX_PATHS: string[] = [
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

/** Pages with several URLs have one canonical URL. */
const CANONICAL_PATHS: Record<string, string> = {
  [paths.intradaySignals]: paths.psxSignals,
  [paths.swingSignals]: paths.psxSignals,
  [paths.investmentSignals]: paths.psxSignals,
};

for (const path of Object.values(paths)) {
  test(`${path} has metadata for search engines and shared links`, async ({ request, product }) => {
    const html = await (await request.get(path)).text();
    const title = findText(html, /<title>([^<]*)/);
    expect(title).toMatch(path === paths.home ? /^Tezi: .{10,}/ : /^.{4,} · Tezi$/);
    const description = findText(html, /<meta name="description" content="([^"]*)/);
    expect(description?.length, 'length of the description').toBeGreaterThan(20);
    expect(findText(html, /<meta property="og:title" content="([^"]*)/)).toBe(title);
    expect(findText(html, /<meta property="og:description" content="([^"]*)/)).toBe(description);
    const known = product.url + (CANONICAL_PATHS[path] ?? path);
    expect(findText(html, /<meta property="og:url" content="([^"]*)/)).toBe(known);
    const isUnlisted = NOINDEX_PATHS.includes(path);
    expect(findText(html, /<meta name="robots" content="([^"]*)/)).toBe(isUnlisted ? 'noindex' : null);
    expect(findText(html, /<link rel="canonical" href="([^"]*)/)).toBe(isUnlisted ? null : known);
  });
}

/** Returns the first match in the HTML of the server, or `null`. */
const findText = (html: string, form: RegExp) => form.exec(html)?.[1] ?? null;

test('every page has its own title', async ({ request }) => {
  const titles = new Map<string, string>();
  for (const path of Object.values(paths)) {
    const html = await (await request.get(path)).text();
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? '';
    const known = CANONICAL_PATHS[path] ?? path;
    expect(titles.get(title) ?? known, `the page that is called ${title}`).toBe(known);
    titles.set(title, known);
  }
});

test('the image for shared links and the icons exist', async ({ page, request, product }) => {
  await page.goto(paths.home);
  const picture = await page.locator('head meta[property="og:image"]').getAttribute('content');
  expect(picture).toBe(`${product.url}/og.png`);
  const icons = await page
    .locator('head link[rel*="icon"]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
  expect(icons.length).toBeGreaterThan(0);
  for (const file of [picture ?? '', ...icons]) {
    const response = await request.get(file);
    expect(response.status(), file).toBe(200);
    expect(response.headers()['content-type'], file).toMatch(/^image\//);
  }
});

test('client-side navigation updates the title', async ({ page }) => {
  await openPage(page, paths.home);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveTitle('Pricing · Tezi');
  await page.goBack();
  await expect(page).toHaveTitle(/^Tezi: /);
});

test('robots.txt excludes the API and accounts and links to the sitemap', async ({ request, product }) => {
  const response = await request.get('/robots.txt');
  expect(response.headers()['content-type']).toMatch(/^text\/plain/);
  const lines = (await response.text()).split('\n');
  for (const path of ['/api/', '/admin/', paths.profile, paths.subscriptions])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).toContain(`Sitemap: ${product.url}/sitemap.xml`);
});

test('every URL of the sitemap is an indexable page', async ({ request, product }) => {
  const response = await request.get('/sitemap.xml');
  expect(response.headers()['content-type']).toMatch(/^application\/xml/);
  const listed = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');
  expect(listed).toContain(product.url + paths.home);
  for (const url of listed) {
    const page = await request.get(url);
    expect(page.status(), url).toBe(200);
    expect(await page.text(), url).not.toContain('noindex');
    expect(NOINDEX_PATHS, url).not.toContain(new URL(url).pathname);
  }
});
