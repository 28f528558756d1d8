import { createCanvas, loadImage } from '@napi-rs/canvas';
import { serveTasks } from '#core/server/platform/task-processes/serve-tasks.ts';

/** Enough to read a screenshot of a phone. */
const MAX_SIDE = 2_000;
const QUALITY = 80;

/** Draws an image again as a JPEG on white. */
serveTasks<string, string, string | null>(async function* (base64) {
  yield { result: await redraw(Buffer.from(base64, 'base64')) };
});

async function redraw(file: Buffer): Promise<string | null> {
  const image = await loadImage(file).catch(() => null);
  if (!image) return null;
  const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = createCanvas(width ?? 1, height ?? 1);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return (await canvas.encode('jpeg', QUALITY)).toString('base64');
}
