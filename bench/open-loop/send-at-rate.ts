import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OpenLoop, OpenLoopResult } from './generator.ts';

/** Sends requests at a constant rate from a thread of its own. */
export async function sendAtRate(load: OpenLoop): Promise<OpenLoopResult> {
  const worker = new Worker(join(import.meta.dirname, 'generator.ts'), { workerData: load });
  const [result] = (await once(worker, 'message')) as [OpenLoopResult];
  return result;
}
