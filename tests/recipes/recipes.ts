/** Texts that a file gets, each with the text after which it is inserted; or a new file. */
interface FileEdit {
  path: string;
  inserted?: readonly (readonly [after: string, text: string])[];
  created?: string;
}

export interface Recipe {
  /** The section of CONTRIBUTING.md. */
  section: string;
  maxFiles: number;
  edits: readonly FileEdit[];
  /** The files whose types fail after the first edit alone: the type check leads from it to them. */
  failAfterFirst: readonly string[];
  /** The files whose types fail without the last edit. */
  failWithoutLast: readonly string[];
}

const PRESENT_SIGNAL = 'features/signals/server/present-signal.ts';
const SIGNAL_FIELDS = 'features/signals/contract/signal-fields.ts';
const FORM_FIELDS = 'features/signals/web/admin/signals/disclosure-fields.tsx';
const DESCRIBE_ALERT = 'features/alerts/server/text/describe-alert.ts';
const ALERT_JOBS = 'features/alerts/server/alert-jobs.ts';
const ALERT_ROUTES = 'features/alerts/server/alerts.routes.ts';
const CONFIG = 'core/server/config/config.ts';

/** Does what CONTRIBUTING.md describes: adds an invented thing of each kind. Migrations are generated, so they are not part of it. */
export const RECIPES: readonly Recipe[] = [
  {
    section: 'Add a field to a signal',
    maxFiles: 5,
    edits: [
      {
        path: 'features/signals/contract/optional-fields.ts',
        inserted: [
          ['  horizon_days: z.nullable(z.int()),\n', '  invalidation: z.nullable(z.string()),\n'],
          ['maxLines: 40 },\n', '  invalidation: { maxLength: 300, maxLines: 5 },\n'],
          [
            '  horizon_days: z.optional(z.nullable(z.int())),\n',
            '  invalidation: z.optional(z.nullable(multilineText(TEXT_LIMITS.invalidation))),\n',
          ],
          [
            '  horizon_days: z.optional(typed()),\n',
            '  invalidation: z.optional(typedLines(TEXT_LIMITS.invalidation)),\n',
          ],
        ],
      },
      {
        path: SIGNAL_FIELDS,
        inserted: [
          ["  horizon_days: 'Horizon in trading days',\n", "  invalidation: 'Invalidation',\n"],
          ['= { rationale: true, ', 'invalidation: true, '],
          [
            "  rationale: { meaning: 'reasons for the call', toLine: null },\n",
            "  invalidation: { meaning: 'what makes the call wrong', toLine: (text) => 'Wrong if: '.concat(text) },\n",
          ],
        ],
      },
      {
        path: FORM_FIELDS,
        inserted: [["Plain text.',\n", "  invalidation: 'What would make the call wrong.',\n"]],
      },
      {
        path: PRESENT_SIGNAL,
        inserted: [
          ['    horizon_days: row.horizonDays,\n', '    invalidation: row.invalidation,\n'],
          ['  horizonDays: signal.horizon_days ?? null,\n', '  invalidation: signal.invalidation || null,\n'],
        ],
      },
      {
        path: 'features/signals/server/signals.tables.ts',
        inserted: [["    horizonDays: integer('horizon_days'),\n", '    invalidation: text(),\n']],
      },
    ],
    failAfterFirst: [SIGNAL_FIELDS, FORM_FIELDS, PRESENT_SIGNAL],
    failWithoutLast: [PRESENT_SIGNAL],
  },
  {
    section: 'Add a field to a signal',
    maxFiles: 7,
    edits: [
      {
        path: 'features/signals/contract/optional-fields.ts',
        inserted: [
          ['  rationale: z.nullable(z.string()),\n', '  confidence: z.nullable(z.int()),\n'],
          ['export const enteredFields = {\n', '  confidence: z.optional(z.nullable(z.int())),\n'],
          ['export const typedFields = {\n', '  confidence: z.optional(typed()),\n'],
        ],
      },
      {
        path: SIGNAL_FIELDS,
        inserted: [
          ["  rationale: 'Rationale',\n", "  confidence: 'Confidence',\n"],
          [
            'const DESCRIPTIONS: { [Field in OptionalField]: Description<OptionalValues[Field]> } = {\n',
            "  confidence: { meaning: 'in percent', toLine: (value) => 'Confidence '.concat(String(value)) },\n",
          ],
        ],
      },
      {
        path: 'features/signals/contract/publishing/signal-body.ts',
        inserted: [
          ["    horizon_days: horizon = '',\n", "    confidence = '',\n"],
          [
            "    horizon_days: horizon.trim() === '' ? null : Number(horizon),\n",
            "    confidence: confidence.trim() === '' ? null : Number(confidence),\n",
          ],
        ],
      },
      {
        path: 'features/signals/web/admin/signals/signal-form.ts',
        inserted: [
          ["  disclosures: [],\n  horizon_days: '',\n", "  confidence: '',\n"],
          [
            '    disclosures: signal.disclosures ?? [],\n',
            "    confidence: signal.confidence === null ? '' : String(signal.confidence),\n",
          ],
        ],
      },
      {
        path: FORM_FIELDS,
        inserted: [
          [
            "      <Interests draft={draft} isPublished={isPublished} hint={warn('disclosures')} onChange={onChange} />\n",
            `      <TextField
        label={FIELD_NAMES.confidence}
        name="confidence"
        value={draft.confidence ?? ''}
        onChange={(event) => onChange({ confidence: event.target.value })}
      />
`,
          ],
        ],
      },
      {
        path: PRESENT_SIGNAL,
        inserted: [
          ['    rationale: row.rationale,\n', '    confidence: row.confidence,\n'],
          ['  rationale: signal.rationale || null,\n', '  confidence: signal.confidence ?? null,\n'],
        ],
      },
      {
        path: 'features/signals/server/signals.tables.ts',
        inserted: [['    rationale: text(),\n', '    confidence: integer(),\n']],
      },
    ],
    failAfterFirst: [
      SIGNAL_FIELDS,
      PRESENT_SIGNAL,
      'features/signals/contract/publishing/signal-body.ts',
      'features/signals/web/admin/signals/signal-form.ts',
    ],
    failWithoutLast: [PRESENT_SIGNAL],
  },
  {
    section: 'Add a channel for alerts',
    maxFiles: 4,
    edits: [
      {
        path: 'features/alerts/contract/channels.ts',
        inserted: [
          [
            "messages: 'Alerts to webhooks', services: 'of_customers' },\n",
            "  sms: { label: 'SMS', messages: 'Messages by SMS', way: 'by SMS', hasSound: true },\n",
          ],
        ],
      },
      {
        path: 'features/alerts/server/sms/sms-channel.ts',
        created: `import type { GuardedPost } from '#core/server/platform/outbound/guarded-fetch.ts';
import type { MessageChannel } from '#features/alerts/server/delivery/channel.ts';

export const createSmsChannel = ({ post }: { post: GuardedPost }): MessageChannel => ({
  name: 'sms',
  shared: { perSecond: 10, maxInFlight: 5, maxInFlightPerCustomer: 1 },
  listTargets: async (_db, userIds) => userIds.map((userId) => [userId, userId]),
  prepare: async () => ({ delivery, text }) => ({
    url: null,
    delayMs: 0,
    send: async () => {
      const body = Buffer.from(JSON.stringify({ to: delivery.target, text: text.title }));
      const { status } = await post('https://sms.example/messages', { headers: {}, body });
      return status === 202 ? { state: 'accepted' } : { state: 'retry' };
    },
  }),
});
`,
      },
      {
        path: ALERT_JOBS,
        inserted: [
          [
            "import { alertSignalChange } from './fan-out/signal-alerts.ts';\n",
            "import { createSmsChannel } from './sms/sms-channel.ts';\n",
          ],
          [
            'const CHANNELS: Record<MessageChannelName, (dependencies: AlertDependencies) => MessageChannel | null> = {\n',
            '  sms: ({ webhooks }) => webhooks && createSmsChannel(webhooks),\n',
          ],
        ],
      },
      {
        path: ALERT_ROUTES,
        inserted: [['const services: Record<SentChannel, unknown> = { email: true, ', 'sms: webhooks, ']],
      },
    ],
    failAfterFirst: [ALERT_JOBS, ALERT_ROUTES],
    failWithoutLast: [ALERT_ROUTES],
  },
  {
    section: 'Add a kind of alert',
    maxFiles: 6,
    edits: [
      {
        path: 'features/alerts/contract/kinds.ts',
        inserted: [
          [
            "webhookType: 'account.push_paused', priority: 2 },\n",
            "    card_expiring: { label: 'Card expires', webhookType: 'account.card_expiring', priority: 1 },\n",
          ],
        ],
      },
      {
        path: DESCRIBE_ALERT,
        inserted: [
          [
            'const ACCOUNT_TEXTS: Record<AccountAlertKind, (event: DescribedEvent) => AlertText> = {\n',
            "  card_expiring: () => ({ title: 'Your card expires', lines: [], path: paths.mySubscription }),\n",
          ],
        ],
      },
      {
        path: 'features/billing/server/emails/queue-billing-email.ts',
        inserted: [
          [
            '  occurredAt: string;\n}\n',
            "\nexport const cardAlertQueue = defineQueue<{ userId: string; at: string }>('card-alert', {\n  timeLimitMs: MINUTE,\n});\n",
          ],
          [
            '      occurredAt: now.toISOString(),\n    });\n',
            '    await enqueue(tx, cardAlertQueue, { userId, at: now.toISOString() });\n',
          ],
        ],
      },
      {
        path: ALERT_JOBS,
        inserted: [
          ['import { paymentAlertQueue', ', cardAlertQueue'],
          [
            '  jobs.handle(newsAlertQueue, (alert) => alertNews(fanningOut, alert));\n',
            `  jobs.handle(cardAlertQueue, ({ userId, at }) =>
    alertCustomer(
      fanningOut,
      { key: \`card:\${userId}:\${at}\`, kind: 'card_expiring', subject: {}, userId, occurredAt: new Date(at) },
      DAY,
    ),
  );
`,
          ],
        ],
      },
      {
        path: 'features/billing/server/billing.ts',
        inserted: [['export { paymentAlertQueue, ', 'cardAlertQueue, ']],
      },
    ],
    failAfterFirst: [DESCRIBE_ALERT],
    failWithoutLast: [ALERT_JOBS],
  },
  {
    section: 'Add a setting or a rate limit',
    maxFiles: 2,
    edits: [
      { path: CONFIG, inserted: [['  isDisclosureRequired: boolean;\n', '  maxOpenSignals: number;\n']] },
      {
        path: 'core/server/config/settings/signal-settings.ts',
        inserted: [
          [
            'export const SIGNAL_SETTINGS = {\n',
            "  SIGNAL_MAX_OPEN: { description: 'The most open signals.', schema: wholeNumber(1, 1000), default: '100' },\n",
          ],
          [
            '    isDisclosureRequired: values.SIGNAL_DISCLOSURE,\n',
            '    maxOpenSignals: values.SIGNAL_MAX_OPEN,\n',
          ],
        ],
      },
    ],
    failAfterFirst: [CONFIG],
    failWithoutLast: [CONFIG],
  },
  {
    section: 'Add a kind of audit entry',
    maxFiles: 2,
    edits: [
      {
        path: 'core/contract/accounts/security-events.ts',
        inserted: [["  'analyst_removed',\n", "  'analyst_replaced',\n"]],
      },
      {
        path: 'features/signals/server/analysts/analysts.admin.routes.ts',
        inserted: [
          [
            'const { before, after } = await editAnalyst(tx, params.id, body);\n',
            "      await events.record(tx, { kind: 'analyst_replaced', ...toSubject(before, after) });\n",
          ],
        ],
      },
    ],
    failAfterFirst: [],
    failWithoutLast: [],
  },
  {
    section: 'Add a column to an import',
    maxFiles: 3,
    edits: [
      {
        path: 'features/corporate-actions/server/import/event-record.ts',
        inserted: [
          ['export interface ClosureValues {\n', '  registrar: string | null;\n'],
          ['export const CLOSURE_DEFAULTS: ClosureValues = {\n', '  registrar: null,\n'],
        ],
      },
      {
        path: 'features/corporate-actions/server/import/layouts/tables.ts',
        inserted: [
          [
            "        note: parseCell(row, 'note', (text) => parseEventText('note', text)),\n",
            "        registrar: parseCell(row, 'registrar', (text) => parseEventText('registrar', text)),\n",
          ],
        ],
      },
      {
        path: 'features/corporate-actions/server/corporate-actions.tables.ts',
        inserted: [['    note: text(),\n', '    registrar: text(),\n']],
      },
    ],
    failAfterFirst: ['features/corporate-actions/server/import/existing-events.ts'],
    failWithoutLast: ['features/corporate-actions/server/import/existing-events.ts'],
  },
  {
    section: 'Add a column to an import',
    maxFiles: 3,
    edits: [
      {
        path: 'features/market/server/prices/import/price-records.ts',
        inserted: [["  volume: 'shares',\n", "  trades: 'shares',\n"]],
      },
      {
        path: 'features/market/server/prices/import/layouts.ts',
        inserted: [
          [
            '  if (volume !== undefined) values.volume = parseVolume(volume);\n',
            "  const trades = row.find('trades');\n  if (trades !== undefined) values.trades = parseVolume(trades);\n",
          ],
        ],
      },
      {
        path: 'features/market/server/prices/prices.tables.ts',
        inserted: [
          ["    volume: bigint({ mode: 'number' }),\n", "    trades: bigint({ mode: 'number' }),\n"],
        ],
      },
    ],
    failAfterFirst: ['features/market/server/prices/import/write-prices.ts'],
    failWithoutLast: ['features/market/server/prices/import/write-prices.ts'],
  },
];
