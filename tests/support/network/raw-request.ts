import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request over the network and returns the response as it was sent, without decompressing it. */
export async function fetchRaw(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawResponse> {
  const response = await send(url, headers, method);
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
}

/** Sends a request and returns the status and headers of the response, without waiting for its end. */
export async function fetchHead(url: string): Promise<Omit<RawResponse, 'body'>> {
  const response = await send(url, {}, 'GET');
  response.destroy();
  return { status: response.statusCode ?? 0, headers: response.headers };
}

const send = (url: string, headers: Record<string, string>, method: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent: false }, resolve).on('error', reject).end();
  });
