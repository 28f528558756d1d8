import { paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

const DAMAGED: [string, Record<string, string>][] = [
  ['a truncated user', { user: '{"email": "a@b.example", "na', access_token: 'x', refresh_token: 'y' }],
  ['a user with wrong types', { user: '{"email": 7, "name": {}}', access_token: 'x' }],
  [
    'a user without tokens, and a theme that does not exist',
    { user: '{"email": "a@b.example", "name": "A"}', 'tezi:theme': 'purple' },
  ],
  ['tokens without a user', { access_token: 'x.y.z', refresh_token: 'y' }],
  [
    'a user with a token in another script',
    { user: '{"email": "a@b.example", "name": "A"}', access_token: 'نشان', refresh_token: 'y' },
  ],
];

test('with damaged storage, the user is a visitor and every page works', async ({ page, browserErrors }) => {
  browserErrors.expectStatus(401);
  browserErrors.expectStatus(400);
  for (const [what, content] of DAMAGED) {
    await test.step(what, async () => {
      await page.goto('/robots.txt');
      await page.evaluate((entries) => {
        localStorage.clear();
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, content);
      await openPage(page, paths.psxSignals);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
      await page.getByRole('tab', { name: /Intraday/ }).click();
      await expect(page.getByRole('status').filter({ hasText: /signals? found/ })).toBeVisible();
    });
  }
});
