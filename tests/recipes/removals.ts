/** A text that a file has once, or what is from it until another text, and what takes its place; nothing by default. */
export interface Cut {
  from: string;
  until?: string;
  by?: string;
}

interface Removal {
  /** Folders and files. */
  removed: readonly string[];
  /** The lines of other files that go with them. `isUntyped`: their absence is no type error there. */
  left: readonly { path: string; isUntyped?: boolean; cuts: readonly Cut[] }[];
}

const cut = (...texts: string[]): Cut[] => texts.map((from) => ({ from }));

/**
 * Removes a channel of alerts and a page, with their parts of `app.ts`, `main.ts` and `routes.ts`. What names them without their code stays:
 * settings, texts, links, and the tables, until a migration removes them.
 */
export const REMOVALS: readonly Removal[] = [
  {
    removed: [
      'features/alerts/server/telegram',
      'features/alerts/web/settings/telegram-chat.tsx',
      'core/server/platform/telegram',
      'simulators/telegram',
    ],
    left: [
      {
        path: 'core/server/startup/simulators.ts',
        cuts: cut(`  telegram: async () =>
    (await load(() => import('#simulators/telegram/telegram-simulator.ts'))).createTelegramSimulator,
`),
      },
      {
        path: 'dependencies.ts',
        cuts: cut(
          "import type { PacedBot } from './core/server/platform/telegram/telegram-api.ts';\n",
          '  telegram?: PacedBot | null;\n',
          '  telegramSimulator?: FastifyPluginAsync | null;\n',
        ),
      },
      {
        path: 'features/alerts/server/account-hooks.ts',
        cuts: [
          ...cut(
            "import { findTelegramLink, unlinkCustomer } from './telegram/telegram-links.queries.ts';\n",
            '  await unlinkCustomer(tx, userId);\n',
            "    ...(link?.chatId ? [{ kind: 'telegram' as const, label: 'Telegram chat' }] : []),\n",
          ),
          { from: '  const link = await findTelegramLink(db, userId);\n  return [', by: '  return [' },
          {
            from: '  const link = await findTelegramLink(db, userId);\n  const webhook',
            by: '  const webhook',
          },
          {
            from: `      link === null || link.chatId === null
        ? null
        : {
            id: link.chatId,
            name: link.chatName,
            username: link.chatUsername,
            linked_at: link.linkedAt?.toISOString() ?? null,
          },
`,
            by: '      null,\n',
          },
        ],
      },
      {
        path: 'features/alerts/server/alert-jobs.ts',
        cuts: [
          ...cut(
            "import type { PacedBot } from '#core/server/platform/telegram/telegram-api.ts';\n",
            "import { createTelegramChannel } from './telegram/telegram-channel.ts';\n",
            "import { listTelegramTargets } from './telegram/telegram-links.queries.ts';\n",
            '  telegram: PacedBot | null;\n',
            '    ...(telegram ? { telegram: listTelegramTargets } : {}),\n',
            '  if (telegram) channels.push(createTelegramChannel({ bot: telegram, db: database.db, logger, publicUrl }));\n',
          ),
          { from: ' push, telegram, webhooks }', by: ' push, webhooks }' },
        ],
      },
      {
        path: 'features/alerts/server/alerts.routes.ts',
        cuts: [
          ...cut(
            "import { createBotNameReader, readTelegramSettings, telegramRoutes } from './telegram/telegram.routes.ts';\n",
            '  const telegram = routes.telegram ?? null;\n  const readBotName = createBotNameReader(telegram);\n',
            '  telegramRoutes(routes, telegram, readBotName);\n',
            '  readBotName: () => Promise<string | null>,\n',
          ),
          { from: 'await readTelegramSettings(database.db, userId, await readBotName())', by: 'null' },
          { from: 'alertSettingsRoutes(routes, readBotName)', by: 'alertSettingsRoutes(routes)' },
          { from: ' push, telegram, webhook: webhooks }', by: ' push, webhook: webhooks }' },
        ],
      },
      {
        path: 'features/alerts/server/alerts.ts',
        cuts: cut(
          "export { openTelegram, TELEGRAM_SIMULATOR_PATH } from './telegram/open-telegram.ts';\n",
          "export { handleTelegramUpdates } from './telegram/telegram-bot.ts';\n",
          "export { paceBot } from './telegram/telegram-pace.ts';\n",
        ),
      },
      {
        path: 'features/alerts/server/email/alert-emails.ts',
        cuts: [
          ...cut(`import {
  findTelegramLink,
  type TelegramLinkRow,
} from '#features/alerts/server/telegram/telegram-links.queries.ts';
`),
          { from: "    'telegram-linked': async", until: '    [ALERT_TEMPLATE]: async' },
          { from: 'const describeChat =', until: 'const getSubject =' },
        ],
      },
      {
        path: 'features/alerts/web/settings/settings.tsx',
        cuts: [
          ...cut("import { TelegramChat } from './telegram-chat.tsx';\n"),
          { from: '          {settings.telegram && (', until: '          <Section title="Webhook"' },
        ],
      },
      {
        path: 'main.ts',
        cuts: [
          ...cut(
            '  handleTelegramUpdates,\n',
            '  openTelegram,\n',
            '  paceBot,\n',
            '      telegram,\n      telegramSimulator,\n',
          ),
          {
            from: '    const { bot, simulator: telegramSimulator }',
            until: '    const { webhooks, simulator: webhookSimulator }',
          },
          { from: '    if (telegram)\n', until: '    const hasAdministrator =' },
          { from: '      push,\n      telegram,\n      webhooks,\n', by: '      push,\n      webhooks,\n' },
        ],
      },
      {
        path: 'mount-simulators.ts',
        // It does once `alerts.ts` no longer exports the path.
        isUntyped: true,
        cuts: cut(
          '  TELEGRAM_SIMULATOR_PATH,\n',
          '  await mount(TELEGRAM_SIMULATOR_PATH, dependencies.telegramSimulator);\n',
        ),
      },
    ],
  },
  {
    removed: [
      'features/signals/contract/verify.ts',
      'features/signals/server/verification',
      'features/signals/web/verify',
    ],
    left: [
      {
        path: 'app.ts',
        cuts: cut(
          "import { registerVerification } from './features/signals/server/verification/verification.routes.ts';\n",
          '    registerVerification(routes);\n',
        ),
      },
      {
        path: 'main.ts',
        cuts: cut(
          "import { createMessageVerifier } from './features/signals/server/verification/verification.ts';\n",
        ),
      },
      {
        path: 'routes.ts',
        // The files of pages are texts, which the build checks.
        isUntyped: true,
        cuts: cut("  page(paths.verify, 'features/signals/web/verify/verify.tsx'),\n"),
      },
    ],
  },
];
