/**
 * A bare `node:http` server that sends recorded responses: the upper limit for any server on Node.js. Reads them from the
 * JSON file that is its argument and prints its URL.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedResponse } from './record.ts';

const recorded: RecordedResponse[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const responses = new Map(
  recorded.map(({ url, status, rawHeaders, body }) => [
    url,
    { status, rawHeaders, body: Buffer.from(body, 'base64') },
  ]),
);

const server = createServer((request, response) => {
  const { status, rawHeaders, body } = responses.get(request.url ?? '') ?? {
    status: 404,
    rawHeaders: [],
    body: Buffer.alloc(0),
  };
  response.writeHead(status, rawHeaders);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
