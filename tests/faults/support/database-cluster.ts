import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { getFreePort, ROOT } from '#tests/support/server-process.ts';
import { findPostgresPrograms, killServer } from './postgres.ts';

const PROGRAMS = ['/usr/bin/etcd', '/usr/bin/patroni', '/usr/sbin/haproxy'];
/** As in the script that starts the cluster. */
const NODES: ReadonlyMap<string, string> = new Map([
  ['db1', '127.0.0.11'],
  ['db2', '127.0.0.12'],
]);
const REJOIN_TIMEOUT_MS = 120_000;

/** Two PostgreSQL servers with Patroni, an etcd server, and HAProxy, as `deploy/high-availability/one-machine.sh` starts them. */
export interface DatabaseCluster {
  /** The URL of Tezi's database on the primary, whichever server that is. */
  url: string;
  /** Waits until a standby has every acknowledged write, and returns the name of the primary. */
  waitUntilSynchronous(): Promise<string>;
  /** Kills the PostgreSQL server of a node. */
  killPostgres(node: string): Promise<void>;
  /** Kills Patroni and its PostgreSQL server. Patroni is started again after a second. */
  killPatroni(node: string): Promise<void>;
  /** As `killPatroni`, but nothing is started again until `turnOn`. */
  turnOff(node: string): Promise<void>;
  turnOn(node: string): void;
}

export const canStartCluster =
  findPostgresPrograms() !== null && PROGRAMS.every((program) => existsSync(program));

/** Starts a cluster that is stopped and removed when the test ends. */
export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const parent = mkdtempSync(join(tmpdir(), 'tezi-cluster-'));
  // PostgreSQL runs as another user than root.
  chmodSync(parent, 0o755);
  const folder = join(parent, 'cluster');
  const patroniPort = await getFreePort();
  const ports = {
    PATRONI_PORT: patroniPort,
    POSTGRES_PORT: await getFreePort(),
    ETCD_PORT: await getFreePort(),
    ETCD_PEER_PORT: await getFreePort(),
    HAPROXY_PORT: await getFreePort(),
  };
  const script = spawn(join(ROOT, 'deploy/high-availability/one-machine.sh'), [folder], {
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(Object.entries(ports).map(([k, v]) => [k, `${v}`])),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(script, 'exit');
  onTestFinished(async () => {
    script.kill('SIGTERM');
    await exited;
    rmSync(parent, { recursive: true, force: true });
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    script.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      const line = /^DATABASE_URL=(\S+)$/m.exec(output);
      if (line?.[1]) resolve(line[1]);
    });
    void exited.then(([code]) => reject(new Error(`The cluster was not started: exit code ${code}.`)));
  });

  async function findNode(role: 'primary' | 'synchronous'): Promise<string | undefined> {
    for (const [name, address] of NODES) {
      const isInRole = await fetch(`http://${address}:${patroniPort}/${role}`, {
        method: 'HEAD',
        signal: AbortSignal.timeout(2_000),
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isInRole) return name;
    }
    return undefined;
  }

  async function killPatroni(node: string): Promise<void> {
    process.kill(Number(readFileSync(join(folder, node, 'pid'), 'utf8')), 'SIGKILL');
    await killPostgres(node);
  }

  const killPostgres = (node: string) => killServer(join(folder, node, 'data'));
  return {
    url,
    killPostgres,
    killPatroni,
    async turnOff(node) {
      writeFileSync(join(folder, node, 'off'), '');
      await killPatroni(node);
    },
    turnOn: (node) => rmSync(join(folder, node, 'off')),
    async waitUntilSynchronous() {
      const deadline = performance.now() + REJOIN_TIMEOUT_MS;
      while (performance.now() < deadline) {
        const primary = await findNode('primary');
        if (primary && (await findNode('synchronous'))) return primary;
        await wait(100);
      }
      const logs = [...NODES.keys()].map((name) =>
        readFileSync(join(folder, name, 'log'), 'utf8').slice(-3_000),
      );
      return expect.fail(`No standby is synchronous:\n${logs.join('\n')}`);
    },
  };
}
