import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EndpointInput, type EndpointShape, getEndpointPath } from '#core/contract/endpoint.ts';
import { createLogger } from '#core/server/platform/logger.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import {
  createSignalDraft,
  deleteSignalDraft,
  publishSignalDraft,
  returnSignalDraft,
  saveSignalDraft,
  submitSignalDraft,
} from '#features/signals/contract/publishing/draft-endpoints.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { createAppOnDatabase } from '#tests/support/database/app-on-database.ts';
import { evaluateGain } from '#tests/support/evaluation/evaluate-gain.ts';
import { makeDraftContent } from '#tests/support/signals/drafts.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
const SYMBOL = 'SEARL';
const REASON = 'A canary in every reason of an administrator';
const CONTENT = [
  SYMBOL,
  'canary',
  '471.00',
  '448.00',
  '449.00',
  '450.00',
  '495.00',
  '482.50',
  'price_limit',
  'analyst',
];

let app: FastifyInstance;
let author: string;
let approver: string;
const log: string[] = [];

beforeAll(async () => {
  const logger = createLogger('trace', { write: (line) => void log.push(line) });
  app = await createAppOnDatabase(
    test.database,
    { SIGNAL_APPROVAL: 'required' },
    { clock: test.clock, logger },
  );
  author = (await signInAdministrator(test)).access;
  approver = (await signInAdministrator(test)).access;
});
afterAll(() => app.close());

const PREMIUM = {
  symbol: SYMBOL,
  signal_type: 'swing',
  override_reason: REASON,
  title: 'A title with a canary',
  analyst_name: 'The analyst',
  rationale: 'A rationale with a canary',
} as const;

async function send<E extends EndpointShape>(endpoint: E, input: EndpointInput<E>, access = author) {
  const { params, body } = input as { params?: Record<string, string>; body?: object };
  const response = await app.inject({
    method: endpoint.method,
    url: `/api${getEndpointPath(endpoint, params)}`,
    headers: { authorization: `Bearer ${access}` },
    ...(body ? { payload: body } : {}),
  });
  return { status: response.statusCode, body: response.body === '' ? {} : response.json() };
}

it('logs no content of a premium signal from its draft to its deletion', async () => {
  const content = makeDraftContent(PREMIUM);
  const { body: draft } = await send(createSignalDraft, { body: content });
  const params = { id: draft.id };
  const at = ({ version }: { version: number }) => ({ expected_version: version });
  const { body: saved } = await send(saveSignalDraft, {
    params,
    body: { ...content, ...at(draft), stop_loss: '449.00' },
  });
  const { body: submitted } = await send(submitSignalDraft, { params, body: at(saved) });
  const comment = REASON;
  const { body: returned } = await send(
    returnSignalDraft,
    { params, body: { ...at(submitted), comment } },
    approver,
  );
  const { body: again } = await send(submitSignalDraft, { params, body: at(returned) });
  const override_reason = REASON;
  const approval = { params, body: { ...at(again), override_reason } };
  const { body: signal } = await send(publishSignalDraft, approval, approver);
  const published = { params: { id: signal.id } };
  await send(editSignal, { ...published, body: { stop_loss: '450.00', override_reason } });
  await evaluateGain(test, SYMBOL);
  author = (await signInAdministrator(test)).access;
  const result = { fill_price: '471.00', exit_price: '482.50', exit_date: '2026-11-23' };
  const override = { ...published, body: { kind: 'override' as const, reason: REASON, ...result } };
  expect((await send(decideOutcome, override, author)).status).toBe(201);
  await send(deleteSignal, published);
  const { body: other } = await send(createSignalDraft, { body: content });
  await send(deleteSignalDraft, { params: { id: other.id } });

  expect(log.map((line) => JSON.parse(line).event)).toEqual([
    'signal_draft_saved',
    'signal_draft_saved',
    'signal_draft_submitted',
    'signal_draft_returned',
    'signal_draft_submitted',
    'signal_approved',
    'signal_edited',
    'signal_outcome_decided',
    'signal_deleted',
    'signal_draft_saved',
    'signal_draft_deleted',
  ]);
  expect(CONTENT.filter((text) => log.some((line) => line.includes(text)))).toEqual([]);
});
