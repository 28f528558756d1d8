import { ALERT_KINDS, describeKind } from './kinds.ts';

/** The `type` of the message that customers send to see whether it arrives. */
export const TEST_TYPE = 'test';

export const listWebhookTypes = () => [
  ...new Set(ALERT_KINDS.map((kind) => describeKind(kind).webhookType)),
  TEST_TYPE,
];

/** How a receiver verifies a message, for the documentation. */
export const WEBHOOK_VERIFICATION = `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the bytes that arrived, not JSON that was written again
function isGenuine(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest();
  return headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.slice('v1,'.length), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

/** The body of a message about a signal, for the documentation. */
export const WEBHOOK_EXAMPLE = {
  type: 'signal.published',
  timestamp: '2026-11-23T06:00:00.000Z',
  data: {
    title: 'HBL: new intraday signal',
    url: 'https://tezi.example/signals/7d0c3f52-5d5f-4b8c-9a51-3f1f0c0f4a11',
    signal_id: '7d0c3f52-5d5f-4b8c-9a51-3f1f0c0f4a11',
    code: '7K3Q-X9ME',
    symbol: 'HBL',
    signal_type: 'intraday',
    order_type: 'buy',
    call_status: 'in_progress',
    analyst: { name: 'Ayesha Khan', registration: 'R-1' },
    levels: { entry_price: '250.00', stop_loss: '241.00', target_points: ['262.00'] },
    target: null,
    date: null,
  },
};
