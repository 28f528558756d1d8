import type { Paddle } from '@paddle/paddle-js';
import type { PaddleProductData } from '#contract/billing/pricing.ts';

const TIMEOUT_MS = 15_000;

let loading: Promise<Paddle> | null = null;

/**
 * Paddle's script, loaded and initialised once a page however often it is asked for; after a failure it is tried anew.
 * It always comes from where the offer says, which Paddle wants to be its own CDN.
 */
export function loadPaddle(offer: PaddleProductData, timeoutMs = TIMEOUT_MS): Promise<Paddle> {
  loading ??= load(offer, timeoutMs).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(offer: PaddleProductData, timeoutMs: number): Promise<Paddle> {
  if (!getInstalledPaddle()) await runScript(offer.paddle_script_url, timeoutMs);
  const paddle = getInstalledPaddle();
  if (!paddle) throw new Error('Paddle’s script did not install Paddle.');
  if (offer.paddle_environment === 'sandbox') paddle.Environment.set('sandbox');
  // With live keys the script would fetch one more from another company, for offers to leaving customers.
  else Object.assign(window, { profitwell: { isLoaded: true } });
  // A second call would be ignored with a warning.
  if (!paddle.Initialized) paddle.Initialize({ token: offer.paddle_client_token });
  return paddle;
}

const getInstalledPaddle = () => window.PaddleBillingV1 ?? window.Paddle;

function runScript(url: string, timeoutMs: number): Promise<void> {
  const script = document.createElement('script');
  return new Promise<void>((resolve, reject) => {
    const giveUp = (reason: string) => {
      script.remove();
      reject(new Error(reason));
    };
    const timer = setTimeout(() => giveUp(`${url} did not load in time.`), timeoutMs);
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      giveUp(`${url} could not be loaded.`);
    };
    script.src = url;
    document.head.append(script);
  });
}
