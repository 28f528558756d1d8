import { ApiError } from '@paddle/paddle-node-sdk';
import { traceCall } from '#server/platform/tracing/tracing.ts';
import { GatewayError } from './paddle-gateway.ts';

/** Errors that are not caused by the request itself: an invalid API key or a rate limit. */
const NOT_REQUEST_SPECIFIC = /^(authentication_|forbidden$|invalid_token$|too_many_requests$)/;

/** Calls Paddle's API. Every failure, including a timeout, is thrown as a `GatewayError`. */
export function callPaddle<T>(call: () => Promise<T>, timeoutMs: number): Promise<T> {
  return traceCall(
    () => ({ name: 'Paddle API', kind: 'client', attributes: { 'peer.service': 'paddle' } }),
    () => callWithin(timeoutMs, call),
  );
}

async function callWithin<T>(timeoutMs: number, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new GatewayError('unreachable', 'timeout', `no response within ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    // The SDK cannot abort a call; a late result is ignored.
    return await Promise.race([call(), timeout]);
  } catch (error) {
    throw error instanceof GatewayError ? error : toGatewayError(error);
  } finally {
    clearTimeout(timer);
  }
}

function toGatewayError(error: unknown): GatewayError {
  if (error instanceof ApiError) {
    const isRejection = error.type === 'request_error' && !NOT_REQUEST_SPECIFIC.test(error.code);
    return new GatewayError(isRejection ? 'rejected' : 'unreachable', error.code, error.detail, error);
  }
  const isNetworkError = error instanceof TypeError && error.message === 'fetch failed';
  const code = isNetworkError ? 'network' : 'unreadable_response';
  return new GatewayError('unreachable', code, error instanceof Error ? error.message : String(error), error);
}
