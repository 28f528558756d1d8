/**
 * Verifies Tezi's public record of signals. Needs Node.js 20 or newer and nothing else:
 *
 *   node verify-record.mjs FILE|URL [SAVED]
 *
 * FILE is a copy of /record/entries.jsonl, URL the site. SAVED is a copy of /record/heads.json or /record/entries.jsonl from an
 * earlier day, or the receipt of a signal: everything that it contains must still be part of the record.
 *
 * The page /record runs this same file in the browser, the server builds its entries with it, and
 * `npm run tezi -- record verify` uses it too.
 *
 * The record is one JSON object per line, each in canonical form (RFC 8785):
 *
 * - `{"commitment","hash","kind","payload","previous","salt","sequence","time","type":"entry"}`: an entry of the chain.
 *   `commitment` is the SHA-256 of the canonical `{"payload","salt"}`, and `hash` that of the canonical
 *   `{"commitment","kind","previous","sequence","time"}`. `previous` is the hash of the entry before, or 64 zeros. An entry
 *   without `payload` and `salt` is sealed: its content is fixed by the commitment and published later.
 *   `payload` is an object. Since version 2 of the format its member `entry` is `{"is_open","subject","version"}`: whether the content is
 *   public from the start, and what it is about. Version 1, without it, is from before 2026-11-26.
 * - `{"hash","key","sequence","signature","time","type":"head"}`: a signed head. It follows the entry that it names. `signature`
 *   is the Ed25519 signature of the canonical head without `signature`, and `key` the public key. An entry of the kind
 *   `key.started` announces a key; the heads after it are signed with that key.
 */

export const FIRST_PREVIOUS = '0'.repeat(64);
export const KEY_STARTED = 'key.started';
const PUBLISHED = 'signal.published';
/** The newest version of the rules of evaluation that this script knows. */
const RULES_VERSION = 2;

/** The kinds of entries, and the member of the content that has the time of each. */
const KINDS = {
  [KEY_STARTED]: null,
  'signal.published': ({ changed_at }) => changed_at,
  'signal.changed': ({ changed_at }) => changed_at,
  'signal.deleted': ({ changed_at }) => changed_at,
  'signal.imported': null,
  'outcome.evaluated': ({ outcome }) => outcome?.evaluated_at,
  'outcome.voided': ({ decision }) => decision?.decided_at,
  'outcome.overridden': ({ decision }) => decision?.decided_at,
  'outcome.decision-withdrawn': ({ decision }) => decision?.decided_at,
  'outcome.imported': null,
  'inputs.corrected': ({ entered_at }) => entered_at,
};
/** What never changes after the publication. */
const FIXED_MEMBERS = ['symbol', 'order_type', 'signal_type', 'entry_price', 'target_points', 'created_at'];

const MINUTE = 60_000;
/** Clocks of servers and visitors differ. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE;
/** The clocks of two servers, for records from before entries waited for the time of the head. */
const HEAD_TOLERANCE_MS = MINUTE;
/** An evaluation of all signals is entered when it has finished. */
const ENTERING_MS = 30 * MINUTE;
/** Results are rounded to four decimals, and percentages to two. */
const R_TOLERANCE = 0.0001;
const PERCENT_TOLERANCE = 0.01;

const ENTRY_KEYS = 'commitment,hash,kind,previous,sequence,time,type';
const REVEALED_KEYS = 'commitment,hash,kind,payload,previous,salt,sequence,time,type';
const HEAD_KEYS = 'hash,key,sequence,signature,time,type';
const HASH = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const KIND = /^[a-z][a-z.-]{0,39}$/;
const MAX_LINE_LENGTH = 1024 * 1024;
/** The number of lines whose hashes are calculated at the same time. */
const BATCH_LINES = 500;
/** The number of entries of one request. */
const PIECE_ENTRIES = 5000;

/** Returns the canonical JSON of a value (RFC 8785). Throws a `TypeError` for a value that JSON cannot represent. */
export function canonicalize(value) {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${Array.from(value, canonicalize).join(',')}]`;
  if (isPlainObject(value)) {
    // JavaScript compares strings by UTF-16 code units, as the RFC does.
    const members = Object.keys(value)
      .sort()
      .map((key) => `${canonicalize(key)}:${canonicalize(value[key])}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError('The value has no canonical JSON form.');
}

function isPlainObject(value) {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Returns the text whose SHA-256 is the commitment of an entry. */
export const getCommitmentText = ({ payload, salt }) => canonicalize({ payload, salt });

/** Returns the text whose SHA-256 is the hash of an entry. */
export const getHashText = ({ commitment, kind, previous, sequence, time }) =>
  canonicalize({ commitment, kind, previous, sequence, time });

/** Returns the text that the signature of a head signs. */
export const getSignedText = ({ hash, key, sequence, time }) =>
  canonicalize({ hash, key, sequence, time, type: 'head' });

/** Returns the head that a line of the record contains, without its type. */
const toHead = ({ hash, key, sequence, signature, time }) => ({ hash, key, sequence, signature, time });

const importWebKey = remember((key) =>
  crypto.subtle.importKey('raw', fromHex(key), 'Ed25519', false, ['verify']),
);

/** The cryptography of browsers. */
export const webCryptography = {
  async sha256(text) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return toHex(new Uint8Array(digest));
  },
  async verifySignature({ key, text, signature }) {
    let imported;
    try {
      imported = await importWebKey(key);
    } catch (error) {
      if (error?.name !== 'NotSupportedError') return false;
      throw new UnsupportedError();
    }
    return crypto.subtle.verify('Ed25519', imported, fromHex(signature), new TextEncoder().encode(text));
  },
};

/** Returns the same with the module `node:crypto`, which is several times faster for many small texts. */
export function createNodeCryptography({ createHash, createPublicKey, verify }) {
  const importKey = remember((key) => {
    const x = Buffer.from(key, 'hex').toString('base64url');
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  });
  return {
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    verifySignature({ key, text, signature }) {
      try {
        return verify(null, Buffer.from(text), importKey(key), Buffer.from(signature, 'hex'));
      } catch {
        return false;
      }
    },
  };
}

/** Returns a function that remembers the last result, because the same key signs thousands of heads. */
function remember(calculate) {
  let last = {};
  return (input) => {
    if (last.input !== input) last = { input, result: calculate(input) };
    return last.result;
  };
}

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** The browser cannot verify Ed25519 signatures. */
export class UnsupportedError extends Error {
  constructor() {
    super(
      'This browser cannot verify Ed25519 signatures. Update it (Chrome 137, Firefox 129, Safari 17 or newer), or verify with the script.',
    );
    this.name = 'UnsupportedError';
  }
}

/** Something in the record is wrong. The message is a sentence for users. */
class Problem extends Error {}

/**
 * Verifies a record that arrives in pieces. It keeps the levels of each public signal, but no other content. Stops at the first
 * problem. `now` is the time after which nothing can be dated, in milliseconds.
 *
 * `saved` lists what the record must contain: `{ sequence, hash }` of an entry, with `isRevealed` if its content must be public, and
 * with `signature` if it must be followed by that head.
 */
export class RecordVerifier {
  constructor({ cryptography = webCryptography, saved = [], now = Date.now() } = {}) {
    this.cryptography = cryptography;
    this.latest = now + CLOCK_TOLERANCE_MS;
    /** The published signals whose content is public, by ID. */
    this.signals = new Map();
    /** The last correction of prices or adjustments of each symbol, and of the calendar (`null`). */
    this.corrected = new Map();
    this.hasVersion2 = false;
    /** The number of publications without their content: a signal that is not in `signals` may be one of them. */
    this.sealedPublications = 0;
    /** The newest version of the rules by which a result was evaluated so far. */
    this.rulesVersion = 0;
    this.saved = [...saved].sort((a, b) => a.sequence - b.sequence);
    this.compared = 0;
    /** The signatures of saved heads that must follow the last entry. */
    this.awaited = new Set();
    this.decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    this.rest = '';
    this.line = 0;
    this.problem = null;
    this.entries = 0;
    this.revealed = 0;
    this.heads = 0;
    this.hash = FIRST_PREVIOUS;
    this.time = '';
    this.lastHead = null;
    this.keys = [];
  }

  /** Verifies the next bytes of the record. */
  async push(bytes) {
    if (this.problem) return;
    await this.#run(async () => {
      await this.#readText(decode(this.decoder, bytes, { stream: true }));
    });
  }

  /** Ends the record and returns the report. */
  async finish() {
    if (!this.problem) {
      await this.#run(async () => {
        await this.#readText(decode(this.decoder, new Uint8Array()));
        this.line += 1;
        if (this.rest !== '')
          throw new Problem('The last line is incomplete: the file was cut off or changed.');
        this.line = 0;
        this.#checkAwaited();
        const missing = this.saved[this.compared];
        if (missing) {
          throw new Problem(
            `Entry ${missing.sequence} is missing: a head or a saved copy contains it, but the record ends at entry ${this.entries}.`,
          );
        }
      });
    }
    return this.report();
  }

  report() {
    const { problem, entries, revealed, heads, lastHead, keys, hash, time, compared } = this;
    return {
      isValid: problem === null,
      problem,
      entries,
      revealed,
      sealed: entries - revealed,
      heads,
      lastHead,
      lastEntry: entries === 0 ? null : { sequence: entries, hash, time },
      keys,
      compared,
    };
  }

  async #run(work) {
    try {
      await work();
    } catch (error) {
      if (error instanceof UnsupportedError) throw error;
      // A hostile file can exceed the stack.
      if (!(error instanceof Problem || error instanceof RangeError)) throw error;
      this.problem = { line: this.line || null, message: error.message };
    }
  }

  async #readText(text) {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop();
    for (let start = 0; start < lines.length; start += BATCH_LINES) {
      await this.#readLines(lines.slice(start, start + BATCH_LINES));
    }
    if (this.rest.length > MAX_LINE_LENGTH) {
      this.line += 1;
      throw new Problem('The line is too long for a line of the record.');
    }
  }

  /** Calculates the hashes of many lines at once, because the browser calculates each in the background. */
  async #readLines(lines) {
    const parsed = await Promise.all(
      lines.map(async (text) => {
        let item;
        try {
          item = parseLine(text);
        } catch (error) {
          return { error };
        }
        if (item.type === 'head') {
          const { key, signature } = item;
          const isSigned = await this.cryptography.verifySignature({
            key,
            text: getSignedText(item),
            signature,
          });
          return { item, isSigned };
        }
        const [hash, commitment] = await Promise.all([
          this.cryptography.sha256(getHashText(item)),
          'payload' in item ? this.cryptography.sha256(getCommitmentText(item)) : item.commitment,
        ]);
        return { item, hash, commitment };
      }),
    );
    for (const { item, error, hash, commitment, isSigned } of parsed) {
      this.line += 1;
      if (error) throw error;
      if (item.type === 'head') this.#addHead(item, isSigned);
      else this.#addEntry(item, { hash, commitment });
      this.onItem(item);
    }
  }

  /** Called with each valid line. */
  onItem() {}

  #addEntry(entry, { hash, commitment }) {
    const { sequence } = entry;
    this.#checkAwaited();
    if (sequence !== this.entries + 1) {
      throw new Problem(
        `Entry ${this.entries + 1} is missing: entry ${sequence} follows entry ${this.entries}.`,
      );
    }
    if (entry.previous !== this.hash) {
      throw new Problem(`Entry ${sequence} does not continue the chain: it names another entry before it.`);
    }
    if (entry.hash !== hash) throw new Problem(`Entry ${sequence} was changed: its hash does not match.`);
    if (entry.commitment !== commitment) {
      throw new Problem(`The content of entry ${sequence} is not what was committed to when it was entered.`);
    }
    this.#checkTime(entry);
    if (this.hasVersion2 && entry.kind.endsWith('.imported'))
      throw new Problem(`Entry ${sequence} is of a kind that no server has entered since format 2 began.`);
    if (entry.kind === KEY_STARTED) this.#addKey(entry);
    else if ('payload' in entry) this.#addContent(entry);
    else if (entry.kind === PUBLISHED) this.sealedPublications += 1;
    this.entries = sequence;
    this.revealed += 'payload' in entry ? 1 : 0;
    this.hash = hash;
    this.time = entry.time;
    for (; this.saved[this.compared]?.sequence === sequence; this.compared += 1) {
      this.#compare(entry, this.saved[this.compared]);
    }
  }

  #compare(entry, saved) {
    const { sequence } = entry;
    if (saved.hash !== entry.hash) {
      throw new Problem(
        `Entry ${sequence}, or one before it, differs from the saved copy: the record was rewritten.`,
      );
    }
    if (saved.isRevealed && !('payload' in entry)) {
      throw new Problem(
        `The content of entry ${sequence} is public in the saved copy, but was sealed again.`,
      );
    }
    if (saved.signature) this.awaited.add(saved.signature);
  }

  #checkAwaited() {
    if (this.awaited.size === 0) return;
    throw new Problem(`A signed head of entry ${this.entries} is in the saved copy, but was removed.`);
  }

  #checkTime({ sequence, time, kind, payload }) {
    if (!Object.hasOwn(KINDS, kind)) {
      throw new Problem(`Entry ${sequence} is of an unknown kind, "${kind}". Verify with the newest script.`);
    }
    if (time < this.time) throw new Problem(`Entry ${sequence} is dated before the entry before it.`);
    if (this.lastHead && getDifference(this.lastHead.time, time) > HEAD_TOLERANCE_MS) {
      throw new Problem(`Entry ${sequence} is dated before the head before it, which does not contain it.`);
    }
    if (Date.parse(time) > this.latest) {
      throw new Problem(`Entry ${sequence} is dated in the future, unless the clock here is wrong.`);
    }
    const happenedAt = payload && KINDS[kind]?.(payload);
    if (happenedAt && Math.abs(getDifference(time, happenedAt)) > ENTERING_MS) {
      throw new Problem(`Entry ${sequence} says that it happened at ${happenedAt}, far from its time.`);
    }
  }

  /** Compares the content with what was published before. Earlier versions of the format allowed more. */
  #addContent({ sequence, kind, payload }) {
    const signalId = payload.signal?.id ?? payload.signal_id;
    const published = this.signals.get(signalId);
    if (payload.entry?.version !== 2) {
      if (this.hasVersion2)
        throw new Problem(`Entry ${sequence} is in format 1, but entries before it are in format 2.`);
      if (payload.signal && !published) this.signals.set(signalId, payload.signal);
      if (payload.signal && published) published.changed = sequence;
      return;
    }
    this.hasVersion2 = true;
    const { subject, is_open } = payload.entry;
    const type = payload.signal?.signal_type ?? published?.signal_type;
    if (signalId && subject !== `signal:${signalId}`) {
      throw new Problem(`Entry ${sequence} is entered as part of another signal than its content.`);
    }
    if (type && is_open !== (type === 'intraday')) {
      throw new Problem(
        `Entry ${sequence} was ${is_open ? 'public' : 'sealed'}, contrary to the type of its signal.`,
      );
    }
    if (kind === PUBLISHED && published)
      throw new Problem(`Entry ${sequence} publishes a signal that was published before.`);
    // The content of a premium signal becomes public at once, which may be while the record is loaded.
    if (kind !== PUBLISHED && signalId && !published && (is_open || this.sealedPublications === 0))
      throw new Problem(`Entry ${sequence} is about a signal that was not published before.`);
    if (payload.signal) this.#addVersion(sequence, payload.signal, published);
    if (kind === 'outcome.evaluated') this.#checkRules(sequence, payload.outcome);
    if (kind === 'inputs.corrected') this.#addCorrections(sequence, payload.corrections);
    if (published && kind === 'outcome.evaluated') {
      checkOutcome(sequence, published, payload.outcome);
      this.#checkReason(sequence, published, payload.outcome);
    }
    if (published && kind === 'outcome.overridden') checkOverride(sequence, published, payload.decision);
  }

  #checkRules(sequence, { evaluator_version: version }) {
    if (version > RULES_VERSION) {
      throw new Problem(
        `Entry ${sequence} is evaluated by version ${version} of the rules. Verify with the newest script.`,
      );
    }
    if (version < this.rulesVersion) {
      throw new Problem(
        `Entry ${sequence} is evaluated by version ${version} of the rules, after results by version ${this.rulesVersion}.`,
      );
    }
    this.rulesVersion = version;
  }

  #addCorrections(sequence, corrections) {
    for (const { symbol } of corrections ?? []) this.corrected.set(symbol, sequence);
  }

  /** A final result changes only if its inputs were corrected, the signal was changed or the rules are new. */
  #checkReason(sequence, published, outcome) {
    const before = published.outcome;
    published.outcome = { sequence, isFinal: outcome.ended_on !== null, version: outcome.evaluator_version };
    if (!before?.isFinal || before.version !== outcome.evaluator_version) return;
    const causes = [published.changed, this.corrected.get(published.symbol), this.corrected.get(null)];
    if (!causes.some((cause) => cause > before.sequence)) {
      throw new Problem(
        `Entry ${sequence} changes a final result without a reason that the record contains.`,
      );
    }
  }

  #addVersion(sequence, signal, published) {
    if (!published) {
      this.signals.set(signal.id, { ...signal });
      return;
    }
    published.changed = sequence;
    const changed = FIXED_MEMBERS.find(
      (name) => canonicalize(signal[name]) !== canonicalize(published[name]),
    );
    if (changed)
      throw new Problem(`Entry ${sequence} changes a published signal: its ${changed} is another one.`);
    const last = published.last_stop ?? published.stop_loss;
    const movement = Number(signal.stop_loss) - Number(last);
    if (signal.order_type === 'buy' ? movement < 0 : movement > 0) {
      throw new Problem(`Entry ${sequence} moves the stop loss of a published signal away from profit.`);
    }
    published.last_stop = signal.stop_loss;
  }

  #addKey({ payload, sequence, time }) {
    if (!HASH.test(payload?.public_key)) throw new Problem(`Entry ${sequence} announces no valid key.`);
    this.keys.push({ key: payload.public_key, sequence, time });
  }

  #addHead(head, isSigned) {
    const { sequence, time, key, signature } = head;
    if (sequence !== this.entries || head.hash !== this.hash) {
      throw new Problem(`The signed head of entry ${sequence} is not the hash of the entry before it.`);
    }
    if (key !== this.keys.at(-1)?.key) {
      throw new Problem(
        `The head of entry ${sequence} is signed with a key that the record does not announce.`,
      );
    }
    if (time < this.time || (this.lastHead && time < this.lastHead.time)) {
      throw new Problem(`The head of entry ${sequence} is dated before what it signs.`);
    }
    if (Date.parse(time) > this.latest) {
      throw new Problem(
        `The head of entry ${sequence} is dated in the future, unless the clock here is wrong.`,
      );
    }
    if (!isSigned) throw new Problem(`The signature of the head of entry ${sequence} is not valid.`);
    this.awaited.delete(signature);
    this.heads += 1;
    this.lastHead = toHead(head);
  }
}

const getDifference = (time, earlier) => Date.parse(time) - Date.parse(earlier);

/** Checks that the result of a closed signal is that of its exits. */
function checkOutcome(sequence, signal, outcome) {
  const { r_multiple, percent, fill_price, fill_date, exits, adjustments } = outcome ?? {};
  if (typeof r_multiple !== 'string' || typeof fill_price !== 'string') return;
  const { worst_r_multiple: worst, best_r_multiple: best } = outcome;
  if (Number(r_multiple) < Number(worst ?? r_multiple) || Number(r_multiple) > Number(best ?? r_multiple))
    throw new Problem(`The result of entry ${sequence} is not between its own bounds.`);
  const fill = Number(fill_price) / getAdjustment(adjustments, fill_date).factor;
  const parts = exits.reduce((sum, exit) => sum + exit.parts, 0);
  const gain = exits.reduce((sum, exit) => {
    const { factor, dividends } = getAdjustment(adjustments, exit.date);
    return sum + exit.parts * (getGain(signal, fill, Number(exit.price) / factor) - dividends);
  }, 0);
  checkResult(sequence, signal, { gain: gain / parts, fill, r_multiple, percent });
}

function checkOverride(sequence, signal, { fill_price, exit_price, r_multiple, percent }) {
  const fill = Number(fill_price);
  checkResult(sequence, signal, {
    gain: getGain(signal, fill, Number(exit_price)),
    fill,
    r_multiple,
    percent,
  });
}

const getGain = ({ order_type }, fill, exit) => (order_type === 'buy' ? exit - fill : fill - exit);

/** Returns the product of the factors until a date, and the dividends that a sell has paid, per published share. */
function getAdjustment(adjustments = [], date) {
  let [factor, dividends] = [1, 0];
  for (const adjustment of adjustments.filter((each) => each.date <= date)) {
    dividends += Number(adjustment.dividend ?? 0) / factor;
    factor *= Number(adjustment.factor ?? 1);
  }
  return { factor, dividends };
}

function checkResult(sequence, { entry_price, stop_loss }, { gain, fill, r_multiple, percent }) {
  const r = gain / Math.abs(Number(entry_price) - Number(stop_loss));
  const isExact =
    Math.abs(r - Number(r_multiple)) <= R_TOLERANCE &&
    Math.abs((gain * 100) / fill - Number(percent)) <= PERCENT_TOLERANCE;
  if (!isExact) throw new Problem(`The result of entry ${sequence} contradicts its own prices.`);
}

/** Verifies a saved record and lists what it contains. */
class CopyReader extends RecordVerifier {
  found = [];

  onItem(item) {
    const { sequence, hash, signature } = item;
    this.found.push(
      signature ? { sequence, hash, signature } : { sequence, hash, isRevealed: 'payload' in item },
    );
  }
}

function decode(decoder, bytes, options) {
  try {
    return decoder.decode(bytes, options);
  } catch {
    throw new Problem('The file is not UTF-8 text: it was changed or is not a record.');
  }
}

/** Parses a line strictly, so that each record has exactly one form and no byte of it can change unnoticed. */
function parseLine(text) {
  let item;
  try {
    item = JSON.parse(text);
  } catch {
    throw new Problem('The line is not JSON: it was changed, or the file is not a record.');
  }
  if (!isPlainObject(item)) throw new Problem('The line is not an entry of the record.');
  const keys = Object.keys(item).join();
  const isEntry = item.type === 'entry' && (keys === ENTRY_KEYS || keys === REVEALED_KEYS);
  const isHead = item.type === 'head' && keys === HEAD_KEYS;
  const isWellFormed =
    (!('payload' in item) || isPlainObject(item.payload)) &&
    Number.isSafeInteger(item.sequence) &&
    HASH.test(item.hash) &&
    TIME.test(item.time) &&
    (isEntry
      ? HASH.test(item.commitment) &&
        HASH.test(item.previous) &&
        KIND.test(item.kind) &&
        (!('salt' in item) || HASH.test(item.salt))
      : isHead && HASH.test(item.key) && SIGNATURE.test(item.signature));
  if (!isWellFormed) throw new Problem('The line is neither an entry nor a head of the record.');
  if (toCanonical(item) !== text) throw new Problem('The line is not in canonical form: it was changed.');
  return item;
}

function toCanonical(item) {
  try {
    return canonicalize(item);
  } catch (error) {
    throw error instanceof TypeError ? new Problem('The line has no canonical form: it was changed.') : error;
  }
}

/** Verifies a record from an iterable of bytes, such as a file. */
export async function verifyBytes(chunks, { onProgress = () => {}, ...options } = {}) {
  const verifier = new RecordVerifier(options);
  for await (const bytes of chunks) {
    await verifier.push(bytes);
    if (verifier.problem) break;
    onProgress(verifier.entries);
  }
  return verifier.finish();
}

/**
 * Loads the record of a site in pieces and verifies it. It must contain the heads that the site lists, so that a record that
 * ends too early is found. Throws an error with a sentence if the record cannot be loaded.
 */
export async function verifySite(url, { saved = [], onProgress = () => {}, ...options } = {}) {
  const listed = await readSavedCopy(await load(new URL('/record/heads.json', url)), options);
  const verifier = new RecordVerifier({ ...options, saved: [...saved, ...listed.saved] });
  if (listed.problem) verifier.problem = listed.problem;
  while (!verifier.problem) {
    const before = verifier.entries;
    const piece = new URL(`/record/entries.jsonl?from=${before + 1}&limit=${PIECE_ENTRIES}`, url);
    await verifier.push(await load(piece));
    if (verifier.entries === before) break;
    onProgress(verifier.entries);
  }
  const report = await verifier.finish();
  return { ...report, compared: Math.max(0, report.compared - listed.saved.length) };
}

async function load(url) {
  let response;
  try {
    response = await fetch(url);
    if (response.ok) return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new Error(`${url} cannot be loaded. Check the connection and try again.`, { cause: error });
  }
  throw new Error(`${url} cannot be loaded: the server responded with ${response.status}. Try again later.`);
}

/**
 * Reads a copy that was saved earlier: `heads.json`, the record or the receipt of a signal. Returns what today's record must contain, or
 * the problem of the copy.
 */
export async function readSavedCopy(bytes, options = {}) {
  const copy = parseCopy(bytes);
  if (Array.isArray(copy?.heads)) return readHeads(copy.heads, options);
  if (isPlainObject(copy?.entry) && 'head' in copy) return readReceipt(copy, options);
  const verifier = new CopyReader(options);
  await verifier.push(bytes);
  const report = await verifier.finish();
  if (report.problem) return { saved: [], problem: report.problem };
  return report.entries === 0
    ? toProblem('The saved copy is empty.')
    : { saved: verifier.found, problem: null };
}

function parseCopy(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}

const toProblem = (message) => ({ saved: [], problem: { line: null, message } });

async function readHeads(heads, { cryptography = webCryptography }) {
  for (const head of heads) {
    const isValid =
      isPlainObject(head) &&
      Number.isSafeInteger(head.sequence) &&
      HASH.test(head.hash) &&
      HASH.test(head.key) &&
      SIGNATURE.test(head.signature) &&
      TIME.test(head.time) &&
      (await cryptography.verifySignature({
        key: head.key,
        text: getSignedText(head),
        signature: head.signature,
      }));
    if (!isValid) return toProblem('A head in the saved copy has no valid signature.');
  }
  return {
    saved: heads.map(({ sequence, hash, signature }) => ({ sequence, hash, signature })),
    problem: null,
  };
}

async function readReceipt({ entry, head }, options) {
  const { sha256 } = options.cryptography ?? webCryptography;
  let line;
  try {
    line = parseLine(toCanonical({ ...entry, type: 'entry' }));
  } catch {
    return toProblem('The file is not a receipt: it was changed.');
  }
  const isValid =
    'payload' in line &&
    (await sha256(getHashText(line))) === line.hash &&
    (await sha256(getCommitmentText(line))) === line.commitment;
  if (!isValid) return toProblem('The receipt was changed: its hash does not match its content.');
  const { sequence, hash } = line;
  const { saved, problem } = await readHeads(head === null ? [] : [head], options);
  return problem ? { saved: [], problem } : { saved: [{ sequence, hash }, ...saved], problem: null };
}

/** Returns the sentences that describe a report, the result first. */
export function describeReport({
  problem,
  entries,
  revealed,
  sealed,
  heads,
  lastHead,
  lastEntry,
  keys,
  compared,
}) {
  if (problem) {
    const place = problem.line === null ? '' : `Line ${problem.line}: `;
    return ['The record is NOT valid.', `${place}${problem.message}`];
  }
  if (lastEntry === null) return ['The record is empty.'];
  const unsigned = entries - (lastHead?.sequence ?? 0);
  return [
    'The record is valid.',
    `${count(entries, 'entry', 'entries')}: ${formatCount(revealed)} with their content, ${formatCount(sealed)} sealed.`,
    `Last entry: ${lastEntry.sequence}, ${lastEntry.time}, hash ${lastEntry.hash}.`,
    lastHead
      ? `${count(heads, 'signed head', 'signed heads')}, the newest of entry ${lastHead.sequence}, ${lastHead.time}, key ${lastHead.key}.`
      : 'No head is signed.',
    ...(lastHead && unsigned > 0
      ? [`Not signed yet: ${count(unsigned, 'newer entry', 'newer entries')}.`]
      : []),
    ...(keys.length > 1 ? [`Keys so far: ${keys.length}.`] : []),
    ...(compared > 0 ? [`Matches the saved copy: ${count(compared, 'hash', 'hashes')} compared.`] : []),
  ];
}

const count = (number, one, many) => `${formatCount(number)} ${number === 1 ? one : many}`;
const formatCount = (number) => number.toLocaleString('en');

/** Verifies a file or a site with Node.js, optionally against a saved copy. */
export async function verifyWithNode(source, savedFile) {
  const [{ createReadStream }, { readFile }, nodeCrypto] = await Promise.all([
    import('node:fs'),
    import('node:fs/promises'),
    import('node:crypto'),
  ]);
  const cryptography = createNodeCryptography(nodeCrypto);
  let saved = [];
  if (savedFile !== undefined) {
    const copy = await readSavedCopy(await readFile(savedFile), { cryptography });
    if (copy.problem) throw new Error(`${savedFile} cannot be compared. ${copy.problem.message}`);
    saved = copy.saved;
  }
  return /^https?:\/\//i.test(source)
    ? verifySite(source, { cryptography, saved })
    : verifyBytes(createReadStream(source), { cryptography, saved });
}

async function main([source, savedFile]) {
  if (source === undefined) {
    process.stderr.write('Usage: node verify-record.mjs FILE|URL [SAVED]\n');
    return 2;
  }
  try {
    const report = await verifyWithNode(source, savedFile);
    process.stdout.write(`${describeReport(report).join('\n')}\n`);
    return report.isValid ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

/** True if Node.js runs this file, false if it is imported or runs in a browser. */
async function isProgram() {
  if (typeof process === 'undefined' || !process.argv?.[1]) return false;
  const { realpathSync } = await import('node:fs');
  const { fileURLToPath } = await import('node:url');
  try {
    return (
      import.meta.url.startsWith('file:') && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
    );
  } catch {
    return false;
  }
}

if (await isProgram()) process.exitCode = await main(process.argv.slice(2));
