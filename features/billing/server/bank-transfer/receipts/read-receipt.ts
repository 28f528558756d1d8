import { createHash } from 'node:crypto';
import { FairQueue } from '#core/server/platform/fair-queue.ts';
import { badRequest, HttpError } from '#core/server/platform/http-error.ts';
import { createTaskRunner, TaskStoppedError } from '#core/server/platform/task-processes/task-processes.ts';
import { MAX_RECEIPT_BYTES } from '#features/billing/contract/orders.ts';
import { readImageSize } from './image-size.ts';

/** A photo of a phone has 12 to 50 megapixels. */
const MAX_PIXELS = 50_000_000;
const SECOND_MS = 1000;

export interface StoredReceipt {
  mediaType: 'image/jpeg' | 'application/pdf';
  content: Buffer;
  sha256: string;
}

/** The image as it is sent to the child process and back, in Base64. */
const redraw = createTaskRunner<string, string, string | null, string | null>(
  new URL('./receipt-worker.ts', import.meta.url),
  { timeMs: 20 * SECOND_MS, memoryMb: 256, maxTasks: 20, idleMs: 60 * SECOND_MS, allowsAddons: true },
  (result) => result,
);

const queue = new FairQueue({
  maxRunning: 1,
  maxWaiting: 8,
  createError: () =>
    new HttpError({
      status: 503,
      code: 'receipts_busy',
      body: { detail: 'Other receipts are being read. Try again in a minute.' },
      headers: { 'Retry-After': '60' },
    }),
});

/**
 * Reads an uploaded receipt. Images are drawn again, without their metadata and whatever follows them in the file; PDFs are stored as they are,
 * because nothing here opens them. The content decides what a file is, not its name.
 */
export async function readReceiptFile(base64: string, userId: string): Promise<StoredReceipt> {
  const file = Buffer.from(base64, 'base64');
  if (file.length > MAX_RECEIPT_BYTES) throw receiptRejected('The file is larger than 5 MB.');
  const sha256 = createHash('sha256').update(file).digest('hex');
  if (file.subarray(0, 5).toString('latin1') === '%PDF-')
    return { mediaType: 'application/pdf', content: file, sha256 };
  const size = readImageSize(file);
  if (!size) throw receiptRejected('Choose an image (JPEG, PNG or WebP) or a PDF.');
  if (size.width * size.height > MAX_PIXELS)
    throw receiptRejected('The image has too many pixels. Take a screenshot of it.');
  try {
    const drawn = await queue.run({ client: userId, groups: [userId] }, () => redraw(base64, () => {}));
    if (drawn === null) throw receiptRejected('The image is damaged. Take a screenshot of it.');
    return { mediaType: 'image/jpeg', content: Buffer.from(drawn, 'base64'), sha256 };
  } catch (error) {
    if (error instanceof TaskStoppedError)
      throw receiptRejected('The image took too long to read. Take a screenshot of it.');
    throw error;
  }
}

const receiptRejected = (sentence: string) => badRequest('receipt_rejected', { content: [sentence] });
