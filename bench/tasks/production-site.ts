import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { type SmtpServer, startSmtpServer } from '#tests/support/accounts/smtp-server.ts';
import { NODE, ROOT, startServerProcess } from '#tests/support/server-process.ts';

const SITE = 'tezi.example';
/** A publisher that the page *News sources* suggests. Here this process publishes its feed. */
const PUBLISHER = 'www.dawn.com';
/** An address of the public internet: the server fetches nothing from its own machine. */
const PUBLISHER_IP = '93.184.215.14';
const NETWORK_VARIABLE = 'TEZI_BENCH_NETWORK';

/** Production like in `docs/operations/debian.md`, with TLS in front, a mail server, and a publisher on the internet. */
export interface ProductionSite {
  url: string;
  emails: SmtpServer['emails'];
  /** Runs a command of the operator (`sudo tezi …`), and returns what it prints. */
  tezi(args: string[], input?: string): Promise<string>;
  backupDir: string;
  stop(): Promise<void>;
}

/**
 * Runs this script again in a network and with a hosts file of its own, so that it reaches no other machine whatever the names of
 * the publishers are. Needs root, `unshare` and `ip`. Returns only there.
 */
export function enterOwnNetwork(): void {
  if (!process.env[NETWORK_VARIABLE]) {
    const args = ['--net', '--mount', process.execPath, ...process.argv.slice(1)];
    const { status } = spawnSync('unshare', args, {
      stdio: 'inherit',
      env: { ...process.env, [NETWORK_VARIABLE]: 'own' },
    });
    process.exit(status ?? 1);
  }
  const hosts = join(tmpdir(), `tezi-bench-hosts-${process.pid}`);
  writeFileSync(hosts, `127.0.0.1 localhost ${SITE}\n${PUBLISHER_IP} ${PUBLISHER}\n`);
  execFileSync('mount', ['--bind', hosts, '/etc/hosts']);
  rmSync(hosts);
  execFileSync('ip', ['link', 'set', 'lo', 'up']);
  execFileSync('ip', ['address', 'add', `${PUBLISHER_IP}/32`, 'dev', 'lo']);
}

/** Starts the site without an administrator. `listItems` returns the RSS items that the publisher has. */
export async function startProductionSite(listItems: () => string): Promise<ProductionSite> {
  const dir = mkdtempSync(join(tmpdir(), 'tezi-bench-site-'));
  // PostgreSQL does not run as root.
  chmodSync(dir, 0o755);
  const [key, cert, backupDir] = ['key.pem', 'cert.pem', 'backups'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', `/CN=${SITE}`];
  const names = ['-addext', `subjectAltName=DNS:${SITE},DNS:${PUBLISHER}`];
  execFileSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const tls = { key: readFileSync(key), cert: readFileSync(cert) };

  const mailServer = await startSmtpServer();
  const { privateKey } = generateKeyPairSync('ed25519');
  const server = await startServerProcess({
    MODE: 'production',
    PUBLIC_URL: `https://${SITE}`,
    DATA_DIR: join(dir, 'data'),
    TOKEN_SECRET: randomBytes(48).toString('base64'),
    LEDGER_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    TRUSTED_PROXIES: '127.0.0.1',
    CONTACT_EMAIL: 'support@tezi.pk',
    CONTACT_PHONE: '+92 42 3456 7890',
    SMTP_URL: mailServer.url,
    MAIL_FROM: `Tezi <no-reply@${SITE}>`,
    ADMIN_SECOND_FACTOR: 'required',
    BACKUP_DIR: backupDir,
    NODE_EXTRA_CA_CERTS: cert,
  });
  const port = Number(server.env.PORT);
  const proxy = createTlsServer(tls, (client) => {
    const upstream = connect(port, 'localhost');
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  }).listen(443, '127.0.0.1');
  const publisher = createServer(tls, (_request, response) => {
    response.setHeader('Content-Type', 'application/rss+xml; charset=utf-8');
    response.end(
      `<?xml version="1.0"?><rss version="2.0"><channel><title>Business</title>${listItems()}</channel></rss>`,
    );
  }).listen(443, PUBLISHER_IP);

  return {
    url: `https://${SITE}`,
    emails: mailServer.emails,
    async tezi(args, input = '') {
      const command = promisify(execFile)(NODE, ['cli.ts', ...args], { cwd: ROOT, env: server.env });
      command.child.stdin?.end(input);
      return (await command).stdout;
    },
    backupDir,
    async stop() {
      await server.stop();
      proxy.close();
      publisher.close();
      await mailServer.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
