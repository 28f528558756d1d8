import { statfs } from 'node:fs/promises';
import type { Config } from '#core/server/config/config.ts';
import { CONTACT_SETTINGS } from '#core/server/config/settings/account-settings.ts';
import { type Check, type Finding, off, ok } from '#core/server/platform/checks/checks.ts';
import { SECOND } from '#core/server/platform/clock.ts';

const RESERVED_DOMAIN = /(^|\.)(example|invalid|test|localhost|example\.(com|net|org))$/;
const RESPONSE_MS = 10 * SECOND;
/** The share of the disk that is in use. */
const NEARLY_FULL = 0.9;
const FULL = 0.97;

/** The checks of what the settings say about the site, and of the disk of the server. */
export const createSiteChecks = (
  config: Config,
  { readDisk = statfs, send = fetch }: { readDisk?: typeof statfs; send?: typeof fetch } = {},
): Check[] => [
  {
    id: 'contact',
    title: 'Visitors find your contact data',
    scope: 'shared',
    usesClock: false,
    setup: {
      group: 'Site',
      purpose: 'The footer and the legal pages name the email address and the phone number.',
      settings: ['CONTACT_EMAIL', 'CONTACT_PHONE'],
      isEssential: true,
    },
    run: async () => findContact(config),
  },
  {
    id: 'public-url',
    title: 'The site has a public URL with HTTPS',
    scope: 'shared',
    usesClock: false,
    setup: {
      group: 'Site',
      purpose:
        'Links in pages, feeds and messages begin with it. Browsers send passwords and receive alerts only over HTTPS.',
      settings: ['PUBLIC_URL', 'TRUSTED_PROXIES'],
      isEssential: true,
      test: () => callSite(config.publicUrl, send),
    },
    run: async () =>
      config.mode === 'demo' || config.publicUrl.startsWith('https:')
        ? ok(`The URL is ${config.publicUrl}.`)
        : off(
            `PUBLIC_URL is ${config.publicUrl}, which only this machine can reach.`,
            'Put a proxy with TLS in front of the server, set PUBLIC_URL to its https URL, and restart.',
          ),
  },
  {
    id: 'disk',
    title: 'The disk of the server has free space',
    scope: 'server',
    run: async () => findFullDisk(config.databaseUrl === null ? [config.dataDir, '.'] : ['.'], readDisk),
  },
];

function findContact({ mode, contact: { email, phone } }: Pick<Config, 'mode' | 'contact'>): Finding {
  const isInvented =
    RESERVED_DOMAIN.test(email.slice(email.indexOf('@') + 1)) ||
    phone === CONTACT_SETTINGS.CONTACT_PHONE.default;
  if (mode === 'demo' || !isInvented) return ok(`${email}, ${phone}.`);
  return off(
    `${email} and ${phone} cannot both be real.`,
    'Set CONTACT_EMAIL and CONTACT_PHONE to yours, and restart.',
  );
}

/** Requests the site as visitors do, over the network and its proxy. */
async function callSite(publicUrl: string, send: typeof fetch): Promise<Finding> {
  const action =
    'Check the DNS entry, the proxy and its certificate, and that it forwards to the port of this server.';
  try {
    const response = await send(`${publicUrl}/healthz`, {
      redirect: 'error',
      signal: AbortSignal.timeout(RESPONSE_MS),
    });
    await response.body?.cancel();
    if (response.ok)
      return ok(`${publicUrl} responds${publicUrl.startsWith('https:') ? ' with a valid certificate' : ''}.`);
    return { state: 'failing', cause: `${publicUrl} responds with the status ${response.status}.`, action };
  } catch (error) {
    return {
      state: 'failing',
      cause: `${publicUrl} cannot be reached from this server: ${describeError(error)}.`,
      action,
    };
  }
}

function describeError(error: unknown): string {
  const { cause, name } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? (name === 'TimeoutError' ? 'no response in time' : 'an unexpected response');
}

/** Examines the disk of the first folder that exists. */
async function findFullDisk([folder = '.', ...others]: string[], readDisk: typeof statfs): Promise<Finding> {
  const disk = await readDisk(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && others.length > 0) return null;
    throw error;
  });
  if (disk === null) return findFullDisk(others, readDisk);
  const { blocks, bfree, bavail, bsize } = disk;
  // What is reserved for root counts as used.
  const used = blocks - bfree;
  const share = used / (used + bavail);
  const cause = `The disk is ${Math.floor(share * 100)} % full: ${Math.floor((bavail * bsize) / 1e9).toLocaleString('en')} GB are free.`;
  if (share < NEARLY_FULL) return ok(cause);
  return {
    state: share < FULL ? 'warning' : 'failing',
    cause,
    action:
      'Delete old backups and logs, or enlarge the disk. Never delete files in the folder of the database.',
  };
}
