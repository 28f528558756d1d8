import { ApiError } from '@paddle/paddle-node-sdk';
import { GatewayError } from './paddle-gateway.ts';

/** Codes that say nothing about what was asked: the key is wrong, or Paddle is busy. */
const NOT_REQUEST_SPECIFIC = /^(authentication_|forbidden$|invalid_token$|too_many_requests$)/;

/** Makes one call of Paddle's API. Whatever goes wrong, also that no answer comes in time, is a `GatewayError`. */
export async function callPaddle<T>(call: () => Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new GatewayError('unreachable', 'timeout', `no answer within ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    // The SDK cannot break a call off: what comes of it later is passed by.
    return await Promise.race([call(), timeout]);
  } catch (error) {
    throw error instanceof GatewayError ? error : toGatewayError(error);
  } finally {
    clearTimeout(timer);
  }
}

function toGatewayError(error: unknown): GatewayError {
  if (error instanceof ApiError) {
    const isRefusal = error.type === 'request_error' && !NOT_REQUEST_SPECIFIC.test(error.code);
    return new GatewayError(isRefusal ? 'refused' : 'unreachable', error.code, error.detail, error);
  }
  const isNetwork = error instanceof TypeError && error.message === 'fetch failed';
  const code = isNetwork ? 'network' : 'unreadable_answer';
  return new GatewayError('unreachable', code, error instanceof Error ? error.message : String(error), error);
}
