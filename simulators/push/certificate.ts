import { createHash, generateKeyPairSync, sign } from 'node:crypto';

const DAY_MS = 24 * 3600 * 1000;
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const ECDSA_WITH_SHA256 = encode(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'));
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/** Makes a self-signed certificate for this machine, and the hash of its key by which Chromium accepts it. */
export function makeCertificate(): { key: string; cert: string; keyHash: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyInfo = publicKey.export({ type: 'spki', format: 'der' });
  const name = encode(
    SEQUENCE,
    encode(SET, encode(SEQUENCE, COMMON_NAME, encode(UTF8_STRING, Buffer.from('localhost')))),
  );
  const now = Date.now();
  const content = encode(
    SEQUENCE,
    encode(INTEGER, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    name,
    encode(SEQUENCE, encodeTime(now - DAY_MS), encodeTime(now + 30 * DAY_MS)),
    name,
    keyInfo,
  );
  const signature = encode(BIT_STRING, Buffer.of(0), sign('sha256', content, privateKey));
  const certificate = encode(SEQUENCE, content, ECDSA_WITH_SHA256, signature);
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    keyHash: createHash('sha256').update(keyInfo).digest('base64'),
  };
}

/** Writes a value of ASN.1 in DER. */
function encode(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

const encodeTime = (ms: number) =>
  encode(UTC_TIME, Buffer.from(new Date(ms).toISOString().replace(/^\d\d|[-:T]|\.\d+/g, '')));
