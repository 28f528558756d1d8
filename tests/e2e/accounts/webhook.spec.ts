import { ALERT_SETTINGS_PATH } from '#contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { publish } from '#tests/e2e/support/signals.ts';

test('a customer adds a webhook, whose receiver verifies the alert of a signal', async ({ page, product, signInAs }) => {
});
