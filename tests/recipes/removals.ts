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
        ),
      },
      {
        path: 'features/alerts/server/account-hooks.ts',
        cuts: [
          ...cut(
            "import { findTelegramLink, presentChat, unlinkCustomer } from './telegram/telegram-links.queries.ts';\n",
            '  await unlinkCustomer(tx, userId);\n',
            "    ...(link?.chatId ? [{ kind: 'telegram' as const, label: 'Telegram chat' }] : []),\n",
          ),
          { from: '  const link = await findTelegramLink(db, userId);\n  return [', by: '  return [' },
          {
            from: '  const link = await findTelegramLink(db, userId);\n  const webhook',
            by: '  const webhook',
          },
          {
            from: 'link?.chatId ? { id: link.chatId, ...presentChat(link) } : null',
            by: 'null',
          },
        ],
      },
      {
        path: 'features/alerts/server/alert-jobs.ts',
        cuts: [
          ...cut(
            "import type { PacedBot } from '#core/server/platform/telegram/telegram-api.ts';\n",
            "import { createTelegramChannel } from './telegram/telegram-channel.ts';\n",
            '  telegram: PacedBot | null;\n',
          ),
          {
            from: 'telegram: ({ telegram: bot, ...others }) => bot && createTelegramChannel({ ...others, bot })',
            by: 'telegram: () => null',
          },
        ],
      },
      {
        path: 'features/alerts/server/alerts.routes.ts',
        cuts: [
          ...cut(
            "import { createBotNameReader, readTelegramSettings, telegramRoutes } from './telegram/telegram.routes.ts';\n",
            '  const readBotName = createBotNameReader(telegram);\n',
            '  telegramRoutes(routes, readBotName);\n',
            "import { testBot } from './telegram/test-bot.ts';\n",
            '  if (telegram) tests.telegram = () => testBot(telegram);\n',
            '  readBotName: () => Promise<string | null>,\n',
          ),
          { from: 'await readTelegramSettings(database.db, userId, await readBotName())', by: 'null' },
          { from: 'alertSettingsRoutes(routes, readBotName)', by: 'alertSettingsRoutes(routes)' },
          { from: ' push, telegram, webhooks }', by: ' push, webhooks }' },
          { from: ' push, telegram, webhook: webhooks }', by: ' push, telegram: null, webhook: webhooks }' },
        ],
      },
      {
        path: 'features/alerts/server/alerts.ts',
        cuts: cut(
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
        path: 'features/alerts/server/open-services.ts',
        cuts: [
          ...cut(
            "import { randomBytes } from 'node:crypto';\n",
            "import { createTelegramApi, type TelegramBot } from '#core/server/platform/telegram/telegram-api.ts';\n",
            "import { paceBot } from './telegram/telegram-pace.ts';\n",
            "  telegram: '/simulators/telegram',\n",
            "const SIMULATED_BOT = 'tezi_demo_bot';\n",
            '  const { bot, simulator: telegramSimulator } = await openTelegram(config);\n',
            ' telegram: bot && paceBot(bot, db),',
            '      [PATHS.telegram]: telegramSimulator,\n',
          ),
          { from: '{ getTelegramMode, ', by: '{ ' },
          { from: '{ db, vapid }:', by: '{ vapid }:' },
          { from: 'async function openTelegram(', until: 'async function openWebhooks(' },
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
          ...cut('  handleTelegramUpdates,\n'),
          { from: '    if (dependencies.telegram)\n', until: '    const hasAdministrator =' },
        ],
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
