import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A response of the server, for the bare server to repeat. */
export interface RecordedResponse {
  /** Path and query on the bare server. */
  url: string;
  status: number;
  /** Names and values in turn, without those that Node.js adds itself. */
  rawHeaders: string[];
  /** Base64. */
  body: string;
}

const ADDED_BY_NODE = ['date', 'connection', 'keep-alive'];

/** Requests a URL and returns the response as it was sent, still compressed. */
export function record(url: string, headers: Record<string, string>): Promise<RecordedResponse> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const pairs = response.rawHeaders
        .map((name, index) => [name, response.rawHeaders[index + 1] ?? ''] as const)
        .filter((_, index) => index % 2 === 0)
        .filter(([name]) => !ADDED_BY_NODE.includes(name.toLowerCase()));
      const { pathname, search } = new URL(url);
      resolve({
        url: pathname + search,
        status: response.statusCode ?? 0,
        rawHeaders: pairs.flat(),
        body: (await buffer(response)).toString('base64'),
      });
    }).once('error', reject);
  });
}

/** Returns the value of a header of a recorded response. */
export function getHeader({ rawHeaders }: RecordedResponse, name: string): string {
  const index = rawHeaders.findIndex((each, position) => position % 2 === 0 && each.toLowerCase() === name);
  return rawHeaders[index + 1] ?? '';
}
