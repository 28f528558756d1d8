import type { BenchDatabase } from '../news/databases.ts';
import { type Load, measureRate, type Rate } from './load.ts';
import type { Peer } from './peer.ts';
import { record } from './record.ts';

/** What the measurements share. */
export interface Context {
  database: BenchDatabase;
  databaseUrl: string;
  peer: Peer | null;
  rounds: number;
  /** The duration of one measurement. */
  seconds: number;
  /** For temporary files. */
  dir: string;
}

/** A browser's `Accept-Encoding`. */
export const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

/** A slow peer, with all connections in its queue, needs longer for as many responses. */
const MIN_PEER_SECONDS = 3;

export async function measureOnPeer(
  { dir, seconds }: Context,
  url: string,
  load: Omit<Load, 'seconds'>,
): Promise<Rate> {
  const rate = await measureRate(dir, url, { ...load, seconds: Math.max(seconds, MIN_PEER_SECONDS) });
  // What wrk left in the peer's queue would slow down the next measurement.
  await record(url, {});
  return rate;
}
