import type { EndpointInput } from '#core/contract/endpoint.ts';
import {
  createSignalDraft,
  type SignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import type { TestApp } from '#tests/support/test-app.ts';

type ContentInput = EndpointInput<typeof createSignalDraft>['body'];

/** Returns the form values of a valid buy signal with the given overrides, with a reason for its warnings. */
export function makeDraftContent(overrides: Partial<ContentInput> = {}): ContentInput {
  return {
    symbol: 'LUCK',
    signal_type: 'intraday',
    entry_price: '471.00',
    stop_loss: '448.00',
    targets: ['495.00', '518.00', '540.00'],
    override_reason: 'Made for a test',
    ...overrides,
  };
}

/** Saves a draft and returns it as presented to its author. */
export async function saveNewDraft(
  test: TestApp,
  admin: { access: string },
  overrides: Partial<ContentInput> = {},
): Promise<SignalDraft> {
  const content = makeDraftContent(overrides);
  const { body } = await test.call(createSignalDraft, { body: content }, { token: admin.access });
  return body;
}
