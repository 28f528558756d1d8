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
const EVALUATED = 'outcome.evaluated';
const VOIDED = 'outcome.voided';
/**
 * The newest version of the rules of evaluation that this script knows, and the first one whose results contain the bars of their prices
 * and, of corrected ones, the old and the new inputs.
 */
const RULES_VERSION = 3;

/** The kinds of entries, and the member of the content that has the time of each. */
const KINDS = {
  [KEY_STARTED]: null,
  'signal.published': ({ changed_at }) => changed_at,
  'signal.changed': ({ changed_at }) => changed_at,
  'signal.deleted': ({ changed_at }) => changed_at,
  'signal.imported': null,
  'outcome.evaluated': ({ outcome }) => outcome?.evaluated_at,
  [VOIDED]: ({ decision }) => decision?.decided_at,
  'outcome.overridden': ({ decision }) => decision?.decided_at,
  'outcome.decision-withdrawn': ({ decision }) => decision?.decided_at,
  'outcome.imported': null,
  'inputs.corrected': ({ entered_at }) => entered_at,
  'terms.changed': ({ changed_at }) => changed_at,
  'prices.imported': ({ entered_at }) => entered_at,
  'verifier.changed': ({ entered_at }) => entered_at,
};
/** What administrators do is entered in the transaction that stores it. */
const PROMPT_KINDS = new Set([
  PUBLISHED,
  'signal.changed',
  'signal.deleted',
  VOIDED,
  'outcome.overridden',
  'outcome.decision-withdrawn',
]);
/** The kinds of what happened before the ledger began. */
const IMPORTED_KINDS = ['signal.imported', 'outcome.imported'];
/** The members that only the contents of some kinds have. */
const CONTENT_MEMBERS = [
  ['signal', /^signal\./],
  ['outcome', /^outcome\.evaluated$/],
  ['decision', /^outcome\.(?:voided|overridden|decision-withdrawn)$/],
  ['corrections', /^inputs\./],
  ['changes', /^terms\./],
];
/** What never changes after the publication. */
const FIXED_MEMBERS = ['symbol', 'order_type', 'signal_type', 'entry_price', 'target_points', 'created_at'];

/**
 * What never changes either, from the first entry of the record whose signal has `notes`, or whose result is by version 3 of the rules:
 * earlier releases let administrators correct it.
 */
const FIXED_WORDS = ['analyst_name', 'analyst_registration', 'rationale', 'disclosures', 'horizon_days'];

const MINUTE = 60_000;
/** Clocks of servers and visitors differ. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE;
/** The clocks of two servers, for records from before entries waited for the time of the head. */
const HEAD_TOLERANCE_MS = MINUTE;
/** A note is dated when it is entered. */
const NOTE_TOLERANCE_MS = MINUTE;
/** An evaluation of all signals is entered when it has finished. */
const ENTERING_MS = 30 * MINUTE;
/** Servers whose clocks differ by more reject publications. */
const PROMPT_MS = MINUTE;
/** Another transaction may enter something later before this one. */
const TRANSACTION_MS = 30 * 1000;
const DAY = 24 * 60 * MINUTE;
const LATEST_DATE = '9999-12-31';
/** Pakistan is five hours ahead of UTC, without daylight saving time. */
const KARACHI_OFFSET_MS = 5 * 60 * MINUTE;
/** The 250 trading days of an investment signal are fewer calendar days. */
const LONGEST_TERM_DAYS = 400;
/** A signal without prices is released so many days later. */
const GRACE_DAYS = 14;
/** The longest delay of a release that a server can be set to, for records without an entry that says it. */
const LONGEST_RELEASE_DAYS = 365;
/** A server that was off releases what is due when it runs again. */
const RELEASE_TOLERANCE_DAYS = 2;
/** The market is never closed for longer: a stop loss that was moved after the open applies from the next trading day. */
const LONGEST_CLOSURE_DAYS = 14;
/** The trading session has opened earlier since 2023. */
const LATEST_OPEN = 'T09:45:00+05:00';
/** In session, a signal can be voided without a result before the next price, and never later. */
const NEXT_PRICE_MS = 15 * MINUTE;
/** What a void does to the result of its signal, by the calendar of its time: it may remove it, or it is kept. */
const REMOVED = 'removed';
const BY_INTRADAY_PRICES = 'by_intraday_prices';
const VOID_EFFECTS = [REMOVED, BY_INTRADAY_PRICES, 'kept'];
/** The bars of so many days before the publication give the reference of its order. */
const DAYS_BEFORE = 31;
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
class Problem extends Error {
  constructor(message) {
    super(toPrintable(message));
  }
}

/** A record can contain anything: control characters could change what a terminal shows. */
const toPrintable = (text) =>
  text
    .slice(0, LONGEST_MESSAGE)
    .replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
const LONGEST_MESSAGE = 1000;

/** Returns the beginning of a value of a record or a site. */
const show = (value) => JSON.stringify(value ?? null).slice(0, SHOWN_LENGTH);
const toName = (symbol) => String(symbol).slice(0, SHOWN_LENGTH);
const SHOWN_LENGTH = 80;

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
    /** The corrections of prices or adjustments of each symbol: the last one, and those with values. */
    this.corrected = new Map();
    /** The corrections of holidays and trading hours, `{ from, until, sequence }`, each with the `ranges` of its values. */
    this.calendar = [];
    this.hasVersion2 = false;
    /** The version of the format of the newest public content; 0 without one. */
    this.formatVersion = 0;
    /** The public contents in format 1, and the results by rules before version 3: less of them is verified. */
    this.earlierContents = 0;
    this.earlierResults = 0;
    /** What is said at the publication of a signal is fixed. */
    this.areWordsFixed = false;
    /** The number of publications without their content: a signal that is not in `signals` may be one of them. */
    this.sealedPublications = 0;
    /** The first of them, `{ sequence, time }`. */
    this.oldestSealed = null;
    /** The days after the end of a premium signal until its release, as far as the record states them. */
    this.releaseDays = null;
    /** The first public entry about a signal whose publication was still sealed. */
    this.released = null;
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
        this.#checkSealed();
        if (this.released)
          throw new Problem(
            `Entry ${this.released} is about a signal of which the record does not contain the publication.`,
          );
      });
    }
    return this.report();
  }

  report() {
    const { problem, entries, revealed, sealedPublications, heads, lastHead, keys, hash, time, compared } =
      this;
    const { formatVersion, rulesVersion, earlierContents, earlierResults } = this;
    return {
      isValid: problem === null,
      problem,
      entries,
      revealed,
      sealed: entries - revealed,
      sealedPublications,
      heads,
      lastHead,
      lastEntry: entries === 0 ? null : { sequence: entries, hash, time },
      keys,
      compared,
      formatVersion,
      rulesVersion,
      earlierContents,
      earlierResults,
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
    if (this.hasVersion2 && IMPORTED_KINDS.includes(entry.kind))
      throw new Problem(`Entry ${sequence} is of a kind that no server has entered since format 2 began.`);
    if (entry.kind === KEY_STARTED) this.#addKey(entry);
    else if ('payload' in entry) this.#readContent(entry);
    else if (entry.kind === PUBLISHED) {
      this.sealedPublications += 1;
      this.oldestSealed ??= { sequence, time: entry.time };
    }
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
    const isPrompt = PROMPT_KINDS.has(kind) && payload?.entry?.version === 2;
    const hasContent = Boolean(payload?.signal ?? payload?.decision);
    if (!happenedAt && !(isPrompt && hasContent)) return;
    // Not only greater: a time that cannot be read is no time.
    if (!(Math.abs(getDifference(time, happenedAt)) <= (isPrompt ? PROMPT_MS : ENTERING_MS))) {
      throw new Problem(`Entry ${sequence} says that it happened at ${show(happenedAt)}, far from its time.`);
    }
    if (!isPrompt) return;
    if (this.time && getDifference(this.time, happenedAt) > TRANSACTION_MS) {
      throw new Problem(
        `Entry ${sequence} says that it happened at ${show(happenedAt)}, before the entry before it.`,
      );
    }
    const createdAt = payload.signal?.created_at;
    if (kind === PUBLISHED && hasContent && !(Math.abs(getDifference(time, createdAt)) <= PROMPT_MS))
      throw new Problem(`Entry ${sequence} publishes a signal of ${show(createdAt)}, far from its time.`);
  }

  /** A premium signal ends by its time limit at the latest, and is public a stated time later. */
  #checkSealed() {
    if (!this.oldestSealed) return;
    const days =
      LONGEST_TERM_DAYS +
      GRACE_DAYS +
      RELEASE_TOLERANCE_DAYS +
      Math.min(this.releaseDays ?? LONGEST_RELEASE_DAYS, LONGEST_RELEASE_DAYS);
    const end = this.lastHead && this.lastHead.time > this.time ? this.lastHead.time : this.time;
    const { sequence, time } = this.oldestSealed;
    if (getDifference(end, time) > days * DAY)
      throw new Problem(
        `Entry ${sequence} is a publication that has been sealed since ${time}, longer than any signal can be: it may belong to no signal.`,
      );
  }

  /** A content without the members of its kind is invalid, and must not end the verification. */
  #readContent(entry) {
    try {
      this.#addContent(entry);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
      throw new Problem(`The content of entry ${entry.sequence} does not have the form of its kind.`);
    }
  }

  /** Compares the content with what was published before. Earlier versions of the format allowed more. */
  #addContent({ sequence, time, kind, payload }) {
    const signalId = payload.signal?.id ?? payload.signal_id;
    const published = this.signals.get(signalId);
    this.formatVersion = payload.entry?.version === 2 ? 2 : 1;
    if (this.formatVersion === 1) {
      this.earlierContents += 1;
      if (this.hasVersion2)
        throw new Problem(`Entry ${sequence} is in format 1, but entries before it are in format 2.`);
      if (payload.signal && !published) this.signals.set(signalId, toPublished(payload.signal));
      if (payload.signal && published) {
        addMove(published, payload, sequence);
        this.#checkWords(sequence, payload.signal, published);
      }
      return;
    }
    this.hasVersion2 = true;
    for (const [name, kinds] of CONTENT_MEMBERS) {
      if (name in payload && !kinds.test(kind))
        throw new Problem(`The content of entry ${sequence} does not have the form of its kind.`);
    }
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
    if (kind !== PUBLISHED && signalId && !published) {
      if (is_open || this.sealedPublications === 0)
        throw new Problem(`Entry ${sequence} is about a signal that was not published before.`);
      this.released ??= sequence;
      return;
    }
    if (payload.signal) {
      this.#checkWords(sequence, payload.signal, published);
      checkNotes({ sequence, time }, payload.signal, published);
      this.#addVersion(sequence, payload, published);
    }
    if (kind === EVALUATED) this.#checkRules(sequence, payload.outcome);
    if (kind === 'inputs.corrected') this.#addCorrections(sequence, payload.corrections);
    if (kind === 'terms.changed') this.#addTerms(payload.changes);
    if (published && kind === EVALUATED) {
      checkOutcome(sequence, published, payload.outcome);
      this.#checkReason(sequence, published, payload.outcome);
      checkRemovals(published);
    }
    if (published && kind === 'outcome.overridden') checkOverride(sequence, published, payload.decision);
    if (published && payload.decision) this.#addDecision(sequence, kind, published, payload.decision);
  }

  /** A void that may remove its signal from the figures is final: an operator who changes it may know the result. */
  #addDecision(sequence, kind, published, { decided_at, void_effect: effect }) {
    const at = Date.parse(decided_at);
    if (kind === VOIDED && !VOID_EFFECTS.includes(effect) && this.rulesVersion >= RULES_VERSION)
      throw new Problem(`Entry ${sequence} does not say what the void does to the result of its signal.`);
    const [isRemoved, isInSession] = [REMOVED, BY_INTRADAY_PRICES].map(
      (each) => kind === VOIDED && each === effect,
    );
    if (isInSession && at - Date.parse(published.created_at) > NEXT_PRICE_MS)
      throw new Problem(`Entry ${sequence} removes a signal from the figures too late.`);
    if (published.mayBeRemoved || isRemoved) published.removals.push({ sequence, at });
    published.mayBeRemoved = isRemoved || isInSession;
    checkRemovals(published);
  }

  #checkRules(sequence, { evaluator_version: version, r_multiple }) {
    if (
      !Number.isSafeInteger(version) ||
      version < 1 ||
      !((r_multiple ?? null) === null || typeof r_multiple === 'string')
    )
      throw new Problem(`The result of entry ${sequence} does not have the form of its kind.`);
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
    if (version < RULES_VERSION) this.earlierResults += 1;
  }

  #addCorrections(sequence, corrections) {
    for (const { symbol, from, until, values } of corrections) {
      const changed = Array.isArray(values) ? values.filter(isCorrectedValue) : [];
      if (symbol === null) this.calendar.push({ from, until, sequence, ranges: changed.map(toRange) });
      const before = this.corrected.get(symbol) ?? { sequence, dates: new Map() };
      for (const { date } of changed) before.dates.set(date, sequence);
      this.corrected.set(symbol, { ...before, sequence });
    }
  }

  #addTerms(changes) {
    const change = changes?.findLast(({ name }) => name === 'premium_public_after_days');
    // Of a value that is no number, the longest delay counts.
    if (change) this.releaseDays = Number(change.after ?? LONGEST_RELEASE_DAYS) || 0;
  }

  /** A final result changes only if its inputs were corrected, the signal was changed or the rules are new. */
  #checkReason(sequence, published, outcome) {
    const before = published.outcome;
    const { ended_on, evaluator_version: version, best_r_multiple: best } = outcome;
    published.outcome = {
      sequence,
      endedOn: ended_on,
      version,
      until: outcome.prices_until,
      best: version >= RULES_VERSION && typeof best === 'string' ? Number(best) : undefined,
    };
    published.filledOn = [published.filledOn, outcome.fill_date].filter(Boolean).sort()[0] ?? null;
    if (!before?.endedOn || before.version !== version) return;
    // Prices that were removed have dates after those of the new result.
    const until = [before.until, outcome.prices_until].sort().at(-1);
    const causes = [
      // Nothing that an administrator does later can change how it ended.
      published.changes.findLast(({ date }) => date <= before.endedOn)?.sequence,
      this.#findCorrection(published, { version, until }),
      this.#findCalendarCorrection(published, { version, until }),
    ];
    if (!causes.some((cause) => cause > before.sequence)) {
      throw new Problem(
        `Entry ${sequence} changes a final result without a reason that the record contains.`,
      );
    }
  }

  /** Returns the last correction of the symbol that can have changed an outcome. Since version 3 of the rules it has old and new values. */
  #findCorrection({ symbol, created_at }, { version, until }) {
    const corrected = this.corrected.get(symbol);
    if (!corrected || version < RULES_VERSION) return corrected?.sequence;
    const from = toKarachiDate(Date.parse(created_at) - DAYS_BEFORE * DAY);
    const used = [...corrected.dates].filter(([date]) => date >= from && date <= until);
    return Math.max(0, ...used.map(([, sequence]) => sequence));
  }

  #findCalendarCorrection({ created_at }, { version, until }) {
    const first = toKarachiDate(Date.parse(created_at) - DAYS_BEFORE * DAY);
    const isUsed = (range) => range.until >= first && (range.from ?? '') <= until;
    const isCause = ({ ranges, ...range }) => (version < RULES_VERSION ? [range] : ranges).some(isUsed);
    return this.calendar.findLast(isCause)?.sequence;
  }

  /** Versions by a server of an earlier release, which runs during an upgrade, lack the members that are new. */
  #checkWords(sequence, signal, published) {
    this.areWordsFixed ||= signal.notes !== undefined || this.rulesVersion >= RULES_VERSION;
    for (const name of published ? FIXED_WORDS : []) {
      if (signal[name] === undefined) continue;
      const isSame = canonicalize(signal[name]) === canonicalize(published[name] ?? null);
      if (this.areWordsFixed && !isSame)
        throw new Problem(
          `Entry ${sequence} changes what was said at the publication: its ${name} is another one.`,
        );
      published[name] = signal[name];
    }
  }

  #addVersion(sequence, payload, published) {
    const { signal } = payload;
    if (!published) {
      this.signals.set(signal.id, toPublished(signal));
      return;
    }
    const changed = FIXED_MEMBERS.find(
      (name) => canonicalize(signal[name]) !== canonicalize(published[name]),
    );
    if (changed)
      throw new Problem(`Entry ${sequence} changes a published signal: its ${changed} is another one.`);
    const movement = Number(signal.stop_loss) - Number(published.last_stop);
    if (signal.order_type === 'buy' ? movement < 0 : movement > 0) {
      throw new Problem(`Entry ${sequence} moves the stop loss of a published signal away from profit.`);
    }
    addMove(published, payload, sequence);
    published.notes = signal.notes ?? published.notes;
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

/** Checks that a version has all earlier notes, and that each new one is dated when it was entered. */
function checkNotes({ sequence, time }, { notes }, published) {
  if (notes === undefined) return;
  const before = published?.notes ?? [];
  const all = notes ?? [];
  if (!Array.isArray(all) || canonicalize(all.slice(0, before.length)) !== canonicalize(before))
    throw new Problem(`Entry ${sequence} changes or removes a note of a published signal.`);
  // A time that is none differs by `NaN`.
  const isDated = (note) => Math.abs(getDifference(time, note?.at)) <= NOTE_TOLERANCE_MS;
  if (!all.slice(before.length).every(isDated))
    throw new Problem(`Entry ${sequence} adds a note that is not dated at its time.`);
}

const getDifference = (time, earlier) => Date.parse(time) - Date.parse(earlier);

/** Returns the date in Pakistan of a time in milliseconds. */
const toKarachiDate = (time) => new Date(time + KARACHI_OFFSET_MS).toISOString().slice(0, 10);

/** Returns what later entries are compared with: the signal as published, and the moves of its stop loss. */
const toPublished = (signal) => ({
  ...signal,
  last_stop: signal.stop_loss,
  isClosed: signal.call_status === 'closed',
  isDeleted: false,
  moves: [],
  /** What can have changed its result, as `{ sequence, date }`. */
  changes: [],
  /** The first date of its fill by any evaluation. */
  filledOn: null,
  /** By the void that applies. */
  mayBeRemoved: false,
  /** The decisions that removed it, or changed that: `{ sequence, at }`. */
  removals: [],
});

function addMove(published, { action, signal, changed_at }, sequence) {
  const isClosed = signal.call_status === 'closed';
  const isDeleted = action === 'deleted';
  // Nothing else of a signal can change its result.
  if (
    signal.stop_loss !== published.last_stop ||
    isClosed !== published.isClosed ||
    isDeleted !== published.isDeleted
  )
    published.changes.push({ sequence, date: toKarachiDate(Date.parse(changed_at)) });
  published.isClosed = isClosed;
  published.isDeleted = isDeleted;
  if (signal.stop_loss === published.last_stop) return;
  published.last_stop = signal.stop_loss;
  published.moves.push({ date: toKarachiDate(Date.parse(changed_at)), stop: signal.stop_loss });
}

/** Checks that a signal was removed from the figures, and added to them again, only before its entry could be filled. */
function checkRemovals({ created_at, filledOn, removals }) {
  const publishedAt = Date.parse(created_at);
  const longest = publishedAt + LONGEST_CLOSURE_DAYS * DAY;
  const open = filledOn === null ? longest : Math.max(publishedAt, Date.parse(filledOn + LATEST_OPEN));
  const late = removals.find(({ at }) => !(at < Math.min(longest, open)));
  if (late)
    throw new Problem(
      `Entry ${late.sequence} removes a signal from the figures, or changes that, after its entry could be filled.`,
    );
}

const isCorrectedValue = (value) =>
  typeof value?.date === 'string' && canonicalize(value.before ?? null) !== canonicalize(value.after ?? null);

/** Returns the dates that a value of the calendar concerns: trading hours are valid until a date, or until further notice. */
function toRange({ date, before, after }) {
  const ends = [before, after].flatMap((each) => (each?.valid_from ? (each.valid_to ?? LATEST_DATE) : []));
  return { from: date, until: [date, ...ends].sort().at(-1) };
}

/** Checks that the result of a signal is that of its exits, and since version 3 of the rules that these are possible. */
function checkOutcome(sequence, signal, outcome) {
  const { r_multiple, percent, fill_price, fill_date, exits, adjustments } = outcome ?? {};
  if (outcome?.evaluator_version >= RULES_VERSION) checkPrices(sequence, signal, outcome);
  if (typeof r_multiple !== 'string' || typeof fill_price !== 'string') return;
  // Only sells pay dividends, while they are open.
  const isPossible = ({ date, dividend }) =>
    dividend === undefined || (signal.order_type === 'sell' && Number(dividend) > 0 && date > fill_date);
  if (!(adjustments ?? []).every(isPossible))
    throw new Problem(`The result of entry ${sequence} contains a dividend that its position did not pay.`);
  const { worst_r_multiple: worst, best_r_multiple: best } = outcome;
  if (Number(r_multiple) < Number(worst ?? r_multiple) || Number(r_multiple) > Number(best ?? r_multiple))
    throw new Problem(`The result of entry ${sequence} is not between its own bounds.`);
  const fill = Number(fill_price) / getAdjustment(adjustments, fill_date).factor;
  const parts = exits.reduce((sum, exit) => sum + exit.parts, 0);
  const gain = getTotalGain(signal, outcome, exits);
  checkResult(sequence, signal, { gain: gain / parts, fill, r_multiple, percent });
}

/** The shares of a weekday are traded within these hours, or on no day. */
function mayBeInSession(time) {
  const karachi = new Date(Date.parse(time) + KARACHI_OFFSET_MS);
  const [day, hour] = [karachi.getUTCDay(), karachi.getUTCHours()];
  return day >= 1 && day <= 5 && hour >= 9 && hour < 18;
}

/** Returns the sum of the gains of all parts that exited, per published share. */
function getTotalGain(signal, { fill_price, fill_date, adjustments }, exits) {
  const fill = Number(fill_price) / getAdjustment(adjustments, fill_date).factor;
  return exits.reduce((sum, exit) => {
    const { factor, dividends } = getAdjustment(adjustments, exit.date);
    return sum + exit.parts * (getGain(signal, fill, Number(exit.price) / factor) - dividends);
  }, 0);
}

/**
 * Checks the fill and the exits of an outcome against the levels of its signal and the bars of their dates, by the rules of
 * docs/evaluation.md.
 */
function checkPrices(sequence, signal, outcome) {
  const { state, fill_date: filledOn, fill_price: fillPrice, r_multiple, worst_r_multiple } = outcome;
  const exits = outcome.exits ?? [];
  const isClosed = state === 'closed';
  if (state === 'not_measurable' && !mayBeInSession(signal.created_at))
    throw new Problem(
      `Entry ${sequence} says that a signal cannot be measured, but it was published outside trading hours.`,
    );
  if ((isClosed || exits.length > 0) && typeof fillPrice !== 'string')
    throw new Problem(`Entry ${sequence} closes a signal that was not filled.`);
  if (isClosed !== (typeof r_multiple === 'string'))
    throw new Problem(
      `Entry ${sequence} has a result of a signal that is not closed, or none of a closed one.`,
    );
  if (typeof fillPrice !== 'string') return;
  if (isClosed && Number(r_multiple) !== Number(worst_r_multiple))
    throw new Problem(`The result of entry ${sequence} is not that of its worst price path.`);
  checkParts(sequence, signal, outcome);
  const prices = new PriceCheck(sequence, signal, outcome);
  const dates = [prices.publishedOn, filledOn, ...exits.map(({ date }) => date), outcome.prices_until];
  if (dates.some((date, index) => index > 0 && !(date >= dates[index - 1])))
    throw new Problem(`The dates of entry ${sequence} are not in their order, from the publication on.`);
  prices.checkFill();
  let target = 0;
  for (const exit of exits) {
    prices.checkExit(exit, target);
    if (exit.reason === 'target') target += 1;
  }
  if (isClosed) for (const date of new Set(exits.map((exit) => exit.date))) prices.checkStopped(date);
}

/** Each target closes one part of as many as there are targets, and any other exit the rest. */
function checkParts(sequence, { target_points: targets }, { state, exits, targets_hit }) {
  const hit = exits.filter(({ reason }) => reason === 'target');
  const others = exits.filter(({ reason }) => reason !== 'target');
  const open = targets.length - hit.length;
  const isRest = others.every(({ parts }) => parts === open);
  const isValid =
    hit.every(({ parts }) => parts === 1) &&
    hit.length === targets_hit &&
    open >= 0 &&
    others.length <= 1 &&
    (others.length === 0 || exits.at(-1) === others[0]) &&
    (others.length === 0 || open > 0) &&
    isRest &&
    (state === 'closed') === (open === 0 || others.length === 1);
  if (!isValid) throw new Problem(`The exits of entry ${sequence} are not the parts of its position.`);
}

const CLOSE_REASONS = new Set(['manual', 'time', 'session_end']);
const STOP_REASONS = new Set(['stop', 'breakeven']);

/** Compares the prices of an outcome with levels and bars. Prices are paisa; those of a sell have the opposite sign, as if it were a buy. */
class PriceCheck {
  constructor(sequence, signal, outcome) {
    this.sequence = sequence;
    this.signal = signal;
    this.outcome = outcome;
    this.sign = signal.order_type === 'buy' ? 1 : -1;
    this.publishedOn = toKarachiDate(Date.parse(signal.created_at));
    this.adjustments = (outcome.adjustments ?? []).filter(({ factor }) => factor !== undefined);
    this.bars = new Map((outcome.bars ?? []).map((bar) => [bar.date, this.#toBar(bar)]));
  }

  #toPrice = (text) => (typeof text === 'string' ? this.sign * toPaisa(text) : null);

  #toBar({ open, high, low, close, volume, is_intraday }) {
    const [best, worst] = this.sign > 0 ? [high, low] : [low, high];
    return {
      open: this.#toPrice(open),
      high: this.#toPrice(best),
      low: this.#toPrice(worst),
      close: this.#toPrice(close),
      isTraded: Number(volume ?? 1) !== 0,
      isIntraday: is_intraday === true,
    };
  }

  #fail(text) {
    throw new Problem(`Entry ${this.sequence} ${text}`);
  }

  /** Returns a published level in the prices of a date. */
  #getLevel(text, date, after = '') {
    const scaled = this.adjustments
      .filter((each) => each.date > after && each.date <= date)
      .reduce((paisa, each) => scalePaisa(paisa, each.factor), toPaisa(text));
    return this.sign * scaled;
  }

  /** Returns the stop loss that is closest to profit of those that can have been in force on a date. */
  #getTightestStop(date) {
    const stops = this.signal.moves
      .filter((move) => move.date <= date)
      .flatMap(({ date: movedOn, stop }) => {
        // It is in the prices of the trading day from which it applies, which may be a later one.
        const latest = toKarachiDate(Date.parse(movedOn) + LONGEST_CLOSURE_DAYS * DAY);
        const begins = this.adjustments
          .map((each) => each.date)
          .filter((each) => each > movedOn && each <= latest);
        return [movedOn, ...begins].map((from) => this.#getLevel(stop, date, from));
      });
    return Math.max(this.#getLevel(this.signal.stop_loss, date), ...stops);
  }

  #getBar(date) {
    return this.bars.get(date) ?? this.#fail(`does not contain the prices of ${date}.`);
  }

  /** Returns the bar of a date on which an order was filled at a price. */
  #getOrderBar(date, price) {
    const bar = this.#getBar(date);
    if (!bar.isTraded || bar.open === null || bar.high === null || bar.low === null)
      this.#fail(`fills an order on ${date}, when no price was traded that can fill one.`);
    if (!(price >= bar.low && price <= bar.high))
      this.#fail(`has a price that is outside the low and the high of ${date}.`);
    return bar;
  }

  /** On the day of the publication any price may be the first one, and intraday prices have opens of their own. */
  #isAtOpen(price, date) {
    const bar = this.#getBar(date);
    return price === bar.open || bar.isIntraday || date === this.publishedOn;
  }

  checkFill() {
    const { fill_date: date, fill_price, order_kind } = this.outcome;
    const price = this.#toPrice(fill_price);
    const entry = this.#getLevel(this.signal.entry_price, date);
    this.#getOrderBar(date, price);
    // A touch can be either (rule 8).
    const isBetter = order_kind !== 'stop' && price < entry;
    const isWorse = order_kind !== 'limit' && price > entry;
    if (price !== entry && !((isBetter || isWorse) && this.#isAtOpen(price, date)))
      this.#fail(
        `is filled at a price that is neither the entry price of its signal nor the open of ${date}.`,
      );
  }

  /** `target` is the number of targets that were hit before. */
  checkExit({ date, price: text, reason }, target) {
    const price = this.#toPrice(text);
    if (reason === 'target') {
      this.#getOrderBar(date, price);
      const level = this.#getLevel(this.signal.target_points[target], date);
      if (price !== level && !(price > level && this.#isAtOpen(price, date)))
        this.#fail(`hits a target on ${date} at a price that is neither the target nor the open.`);
    } else if (STOP_REASONS.has(reason)) {
      this.#getOrderBar(date, price);
      if (price > this.#getTightestStop(date))
        this.#fail(`exits on ${date} at a better price than the stop loss.`);
    } else if (CLOSE_REASONS.has(reason)) {
      const bar = this.#getBar(date);
      if (price !== bar.close || !bar.isTraded)
        this.#fail(`exits at another price than the close of ${date}.`);
    } else if (reason !== 'trading_ended') this.#fail('exits for a reason that no rule has.');
    else if (price > this.#getTightestStop(date))
      this.#fail(`exits on ${date} at a better price than the stop loss.`);
  }

  /**
   * Checks that the result is not better than if the stop loss was hit on a date of which the bar reached it. Of a bar the order of the
   * prices is not recorded, so that the position may have been stopped before it exited otherwise.
   */
  checkStopped(date) {
    const bar = this.bars.get(date);
    if (
      !bar?.isTraded ||
      bar.isIntraday ||
      [bar.open, bar.low, bar.high].includes(null) ||
      bar.low === bar.high
    )
      return;
    const certain = this.#getLevel(this.signal.stop_loss, date);
    const stop = this.#getTightestStop(date);
    if (bar.low > certain) return;
    const { fill_date, fill_price, exits } = this.outcome;
    if (fill_date === date && this.#toPrice(fill_price) <= stop) return;
    const isStoppedAtOpen = fill_date < date && bar.open <= certain;
    const isBefore = (exit, index) => {
      if (exit.date < date) return true;
      if (exit.date > date || exit.reason !== 'target' || isStoppedAtOpen) return false;
      return this.#toPrice(exit.price) > this.#getLevel(this.signal.target_points[index], date);
    };
    const before = exits.filter(isBefore);
    const parts = this.signal.target_points.length - before.length;
    if (parts === 0) return;
    const stopped = { date, parts, price: String((this.sign * (isStoppedAtOpen ? bar.open : stop)) / 100) };
    const getTotal = (list) => getTotalGain(this.signal, this.outcome, list);
    const risk = Math.abs(Number(this.signal.entry_price) - Number(this.signal.stop_loss));
    const better = (getTotal(exits) - getTotal([...before, stopped])) / this.signal.target_points.length;
    if (better > R_TOLERANCE * risk)
      this.#fail(`has a better result than the stop loss, which the prices of ${date} reached.`);
  }
}

const toPaisa = (text) => Math.round(Number(text) * 100);

/** Multiplies a price in paisa by a factor, exactly, and rounds half up, at least to one paisa. */
function scalePaisa(paisa, factor) {
  const [whole, fraction = ''] = String(factor).split('.');
  if (!/^\d{1,30}$/.test(whole) || !/^\d{0,30}$/.test(fraction)) return paisa * Number(factor);
  const divisor = 10n ** BigInt(fraction.length);
  const scaled = (2n * BigInt(paisa) * BigInt(whole + fraction) + divisor) / (2n * divisor);
  return Math.max(1, Number(scaled));
}

function checkOverride(sequence, signal, { fill_price, exit_price, r_multiple, percent }) {
  if (Number(r_multiple) > (signal.outcome?.best ?? Number.POSITIVE_INFINITY))
    throw new Problem(`The result of entry ${sequence} is better than that of the best price path.`);
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
function getAdjustment(adjustments, date) {
  let [factor, dividends] = [1, 0];
  for (const adjustment of (adjustments ?? []).filter((each) => each.date <= date)) {
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
 * ends too early is found. If it is valid, the site's pages of signals and its figures are compared with it. Throws an error with a
 * sentence if something cannot be loaded.
 *
 * A site can change meanwhile, for example release a signal between two pieces: what is wrong with it is found twice.
 */
export async function verifySite(
  url,
  { saved = [], onProgress = () => {}, now = Date.now(), load = loadBytes, pause = wait, ...options } = {},
) {
  const begin = performance.now();
  const getNow = () => now + (performance.now() - begin);
  const site = { url, load, pause: () => pause(PAUSE_MS) };
  let before = [];
  for (let round = 1; ; round += 1) {
    const report = await verifyOnce(site, { ...options, saved, onProgress, getNow });
    const found = report.problem ? [report.problem.message] : report.findings;
    if (found.length === 0) return report;
    const again = found.filter((message) => before.includes(message));
    if (again.length > 0) return report.problem ? report : { ...report, findings: again };
    if (round === ROUNDS) return { ...report, isChanging: true };
    before = found;
    await site.pause();
  }
}

async function verifyOnce({ url, load, pause }, { saved, onProgress, getNow, ...options }) {
  const headsUrl = new URL('/record/heads.json', url);
  const listed = await readSavedCopy(await load(headsUrl, MAX_RESPONSE_BYTES), options);
  // Before the record: what the pages show now is in the record that is loaded afterwards.
  const site = new SitePages(url, load);
  await site.loadAll();
  const verifier = new PageVerifier({ ...options, now: getNow(), saved: [...saved, ...listed.saved] });
  if (listed.problem) verifier.problem = listed.problem;
  const loadRecord = async () => {
    while (!verifier.problem) {
      const before = verifier.entries;
      const piece = new URL(`/record/entries.jsonl?from=${before + 1}&limit=${PIECE_ENTRIES}`, url);
      if (before > MAX_ENTRIES) throw endless(piece);
      const bytes = await load(piece, MAX_PIECE_BYTES);
      verifier.latest = getNow() + CLOCK_TOLERANCE_MS;
      await verifier.push(bytes);
      if (verifier.entries === before) break;
      onProgress(verifier.entries);
    }
  };
  await loadRecord();
  let findings = [];
  for (let attempt = 0; !verifier.problem; attempt += 1) {
    findings = comparePages(site, verifier, getNow());
    if (findings.length === 0 || attempt === PAGE_ATTEMPTS) break;
    // Signals may have changed while the record was loaded.
    await pause();
    await site.reload(findings);
    await loadRecord();
  }
  const report = await verifier.finish();
  return {
    ...report,
    isValid: report.isValid && findings.length === 0,
    compared: Math.max(0, report.compared - listed.saved.length),
    pages: report.isValid ? site.pages.size : null,
    areFiguresCompared: report.isValid && !isReleaseTime(getNow()),
    findings: findings.map(({ message }) => message),
  };
}

/** How often a site is verified in which something else is found each time. */
const ROUNDS = 3;
/** How often pages are loaded again that differ from the record. */
const PAGE_ATTEMPTS = 2;
/** Caches between the site and its visitors store its figures for five seconds. */
const PAUSE_MS = 6000;
/** A site with more is not one of Tezi: its record or its list of signals would never end. */
const MAX_ENTRIES = 5_000_000;
const MAX_PAGES = 10_000;
const MEGABYTE = 1024 * 1024;
const MAX_LIST_BYTES = 1024 * MEGABYTE;
/** 5,000 entries are some megabytes, and more if they correct the prices of years. */
const MAX_PIECE_BYTES = 512 * MEGABYTE;
const MAX_RESPONSE_BYTES = 64 * MEGABYTE;

const wait = (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs));
const endless = (url) => new Error(`${url} cannot be read: what the site lists does not end.`);

const SIGNALS_PATH = '/api/record/signals/';

/** The signals of a site as their pages show them, and its figures. */
class SitePages {
  /** As text, which takes less memory, by ID. */
  pages = new Map();
  /** The sequences after which the pages of the list begin. */
  starts = [];
  bytes = 0;
  /** By period. */
  performance = {};
  recent = null;

  constructor(url, load) {
    this.url = url;
    this.load = load;
  }

  async loadAll() {
    await this.#loadPages(0);
    await this.#loadPerformance();
  }

  /** Loads the pages again that findings are about. */
  async reload(findings) {
    const starts = findings.flatMap(
      ({ sequence }) => this.starts.findLast((start) => start < sequence) ?? [],
    );
    for (const start of new Set(starts)) await this.#loadPages(start);
    await this.#loadPerformance();
  }

  /** Loads the page that begins after a sequence, and those after it that are new. */
  async #loadPages(first) {
    for (let start = first; start !== null; ) {
      if (!this.starts.includes(start)) this.starts.push(start);
      if (this.starts.length > MAX_PAGES || this.bytes > MAX_LIST_BYTES)
        throw endless(new URL(SIGNALS_PATH, this.url));
      const next = await this.#loadPage(start);
      start = this.starts.includes(next) ? null : next;
    }
  }

  /** Loads the signals after a sequence and returns where the next page begins; `null` after the last one. */
  async #loadPage(after) {
    const path = `${SIGNALS_PATH}?after=${after}`;
    const { results = [], next } = await this.#loadJson(path);
    for (const signal of results) {
      if (typeof signal?.id !== 'string' || !Number.isSafeInteger(signal.sequence))
        throw unreadable(new URL(path, this.url));
      this.pages.set(signal.id, JSON.stringify(signal));
    }
    return Number.isSafeInteger(next) && next > after ? next : null;
  }

  async #loadPerformance() {
    for (const period of Object.keys(PERIODS))
      this.performance[period] = await this.#loadJson(`/api/performance/?period=${period}`);
    this.recent = await this.#loadJson('/api/performance/recent/');
  }

  async #loadJson(path) {
    const url = new URL(path, this.url);
    const bytes = await this.load(url, MAX_RESPONSE_BYTES);
    this.bytes += bytes.length;
    try {
      const value = JSON.parse(new TextDecoder().decode(bytes));
      if (isPlainObject(value) && (value.results === undefined || Array.isArray(value.results))) return value;
    } catch {}
    throw unreadable(url);
  }
}

const unreadable = (url) =>
  new Error(`${url} cannot be read: it is not what a site of this version responds with.`);

/** Verifies a record and remembers of its public signals what their pages must show. */
class PageVerifier extends RecordVerifier {
  /** By ID. */
  recorded = new Map();
  /** What the figures depend on, as the record states it last. */
  terms = {};
  /** The entries that state it. */
  termChanges = [];
  /** The delays of the release of premium signals that have applied, each until a time. */
  releaseTerms = [];

  onItem({ kind, payload, sequence, time }) {
    if (!payload) return;
    if (kind === 'terms.changed' && payload.entry?.version === 2) this.#addTerms(payload, { sequence, time });
    const id = payload.signal?.id ?? payload.signal_id;
    if (id) this.#addSignal(id, { kind, payload, sequence });
  }

  #addTerms({ changed_at, changes, figures }, { sequence, time }) {
    for (const { name, before, after } of changes) {
      this.terms[name] = after;
      if (name === 'premium_public_after_days' && before !== null)
        this.releaseTerms.push({ days: Number(before), until: time });
    }
    this.termChanges.push({ sequence, changed_at, changes, figures: pickFigures(figures) });
  }

  #addSignal(id, { kind, payload: { signal, outcome, decision }, sequence }) {
    let recorded = this.recorded.get(id);
    if (!recorded) {
      recorded = {
        sequence: null,
        published: null,
        signal: null,
        isDeleted: false,
        outcome: null,
        /** The last final outcome, which counts until another final one replaces it. */
        final: null,
        firstEnd: null,
        decision: null,
      };
      this.recorded.set(id, recorded);
    }
    if (signal) {
      recorded.sequence ??= sequence;
      recorded.published ??= signal;
      recorded.signal = { ...recorded.signal, ...signal };
      recorded.isDeleted = kind === 'signal.deleted';
    }
    if (outcome) recorded.outcome = pick(outcome, [...RESULT_MEMBERS, 'bars']);
    if (typeof outcome?.ended_on === 'string') {
      recorded.final = recorded.outcome;
      recorded.firstEnd = [recorded.firstEnd, outcome.ended_on].filter(Boolean).sort()[0];
    }
    if (decision)
      recorded.decision =
        kind === 'outcome.decision-withdrawn' ? null : pick(decision, [...DECISION_MEMBERS, 'void_effect']);
  }
}

const pick = (object, names) => Object.fromEntries(names.map((name) => [name, object[name] ?? null]));

const LEVEL_MEMBERS = ['order_type', 'entry_price', 'stop_loss', 'target_points'];
const SIGNAL_MEMBERS = [
  ...LEVEL_MEMBERS,
  'signal_type',
  'symbol',
  'leverage',
  'shariah_type',
  'risk_type',
  'call_status',
  'rationale',
  'horizon_days',
  'disclosures',
  'notes',
  'created_at',
];
/** Where the analyst left them blank, pages show what the site has for all signals of the company or of the time. */
const FILLED_MEMBERS = ['title', 'sector', 'analyst_name', 'analyst_registration'];
const RESULT_MEMBERS = [
  'state',
  'reason',
  'fill_date',
  'fill_price',
  'exits',
  'targets_hit',
  'r_multiple',
  'percent',
  'ended_on',
];
const DECISION_MEMBERS = [
  'kind',
  'reason',
  'decided_at',
  'fill_price',
  'exit_price',
  'exit_date',
  'r_multiple',
  'percent',
];

/** Returns what the pages and the figures of a site contradict in its record, each with the sequence of the signal. */
function comparePages(site, verifier, now) {
  const { pages, performance } = site;
  const findings = [];
  const message = findTermsProblem(performance.all, verifier);
  // Without them, nothing can be calculated.
  if (message) return [{ sequence: null, message: toPrintable(message) }];
  const { recorded: signals, releaseTerms } = verifier;
  const terms = readTerms(performance.all, { releaseTerms, now });
  const counted = [];
  for (const [id, text] of pages) {
    const page = JSON.parse(text);
    const recorded = signals.get(id);
    const report = (text) =>
      findings.push({ sequence: page.sequence, message: `Signal ${id} (${toName(page.symbol)}): ${text}` });
    if (!recorded?.published) {
      report('the site has its page, but the record does not contain its publication.');
      continue;
    }
    const difference = findDifference(page, recorded, terms) ?? findHeadlineProblem(page, recorded, terms);
    if (difference) report(difference);
    counted.push({
      kind: page.counts_as ?? null,
      r: toUnits(page.headline_r),
      decision: recorded.decision?.kind,
      publishedOn: toKarachiDate(Date.parse(recorded.published.created_at)),
    });
  }
  for (const [id, { sequence, published }] of signals) {
    if (published && !pages.has(id))
      findings.push({
        sequence,
        message: `Signal ${id} (${toName(published.symbol)}): entry ${sequence} is public, but the site has no page of it.`,
      });
  }
  if (!isReleaseTime(now)) findings.push(...compareFigures(site, counted, now));
  return findings.map((finding) => ({ ...finding, message: toPrintable(finding.message) }));
}

const HEADLINE_MEMBERS = ['closed', 'won', 'win_rate', 'expectancy'];
const pickFigures = (figures) =>
  ['before', 'after'].map((name) => pick(figures?.[name] ?? {}, HEADLINE_MEMBERS));
/** `/performance` lists so many changes of the terms. */
const LISTED_CHANGES = 10;

/** Returns how the terms that `/performance` states contradict the record, or `null`. They are entered with the first results. */
function findTermsProblem(
  { cost_percent, release_days, terms_changes },
  { terms, termChanges, rulesVersion },
) {
  const shown = { cost_percent, premium_public_after_days: String(release_days) };
  for (const [name, value] of rulesVersion === 0 ? [] : Object.entries(shown)) {
    if (value !== terms[name])
      return `/performance states ${name} ${show(value)}, the record ${show(terms[name])}. A server enters its settings when it starts and signals are evaluated by them: verify again later.`;
  }
  if (!hasValidTerms({ cost_percent, release_days }))
    return '/performance states no valid costs or no valid delay of the release.';
  const listed = Array.isArray(terms_changes) ? terms_changes : [];
  const changes = listed.map((each) => ({
    ...pick(each ?? {}, ['sequence', 'changed_at', 'changes']),
    figures: pickFigures(each?.figures),
  }));
  return isSame(changes, termChanges.slice(-LISTED_CHANGES).toReversed())
    ? null
    : 'The changes of the terms that /performance lists are not those of the record.';
}

/** Returns the first thing in which a page differs from the record, or `null`. */
function findDifference(page, recorded, terms) {
  const { published, signal, isDeleted, outcome, decision, sequence } = recorded;
  const expected = {
    sequence,
    is_deleted: isDeleted,
    evaluation: outcome && pick(outcome, RESULT_MEMBERS),
    decision: decision && pick(decision, DECISION_MEMBERS),
    ...pick(signal, SIGNAL_MEMBERS),
    published_levels: pick(published, LEVEL_MEMBERS),
    ...Object.fromEntries(FILLED_MEMBERS.filter((name) => signal[name]).map((name) => [name, signal[name]])),
  };
  const shown = {
    ...page,
    is_deleted: page.deleted_at !== null,
    evaluation: page.evaluation && pick(page.evaluation, RESULT_MEMBERS),
    decision: page.decision && pick(page.decision, DECISION_MEMBERS),
    published_levels: pick(page.published_levels ?? {}, LEVEL_MEMBERS),
  };
  for (const [name, value] of Object.entries(expected)) {
    if (isSame(shown[name], value)) continue;
    const part =
      isPlainObject(value) && Object.keys(value).find((key) => !isSame(value[key], shown[name]?.[key]));
    return part
      ? describeDifference(`${name}.${part}`, shown[name]?.[part], value[part])
      : describeDifference(name, shown[name], value);
  }
  return findStateProblem(page.state, recorded, terms);
}

const isSame = (a, b) => canonicalize(a ?? null) === canonicalize(b ?? null);

const describeDifference = (name, shown, recorded) =>
  `its page shows ${name} ${show(shown)}, the record ${show(recorded)}.`;

/** The states of a signal that has ended, by its result and the reason. */
const END_STATES = {
  target: 'closed_target',
  stop: 'stopped',
  breakeven: 'closed_breakeven',
  manual: 'closed_manual',
  time: 'closed_time',
  session_end: 'closed_session_end',
  trading_ended: 'closed_trading_ended',
};
const RUNNING_STATES = {
  pending: ['waiting', 'entry_missed', 'awaiting_prices'],
  open: ['entered', 'target_hit', 'awaiting_prices'],
};

function findStateProblem(state, recorded, terms) {
  const [kinds, r] = getExpectedState(recorded, terms);
  if (!kinds.includes(state?.kind)) return describeDifference('state', state?.kind, kinds.join(' or '));
  return r === undefined || r === state.r_multiple
    ? null
    : describeDifference('state.r_multiple', state.r_multiple, r);
}

/** Returns the kinds of states that a page may show, and R with two decimals; `undefined` if the record does not contain it. */
function getExpectedState({ published, isDeleted, decision, outcome }, { costUnits }) {
  if (isDeleted) return [['deleted'], undefined];
  if (decision?.kind === 'void') return [['voided'], undefined];
  if (decision) return [['overridden'], roundR(getOverriddenR(published, { outcome, decision, costUnits }))];
  if (!outcome || outcome.ended_on === null)
    return [RUNNING_STATES[outcome?.state ?? 'pending'] ?? [], undefined];
  return [[getEndState(outcome)], roundR(outcome.r_multiple)];
}

/** Returns the result that counts, before costs. A signal without a measurable one shows what was entered. */
function getOverriddenR(published, { outcome, decision, costUnits }) {
  const isMeasured = outcome !== null && ['closed', 'not_filled'].includes(getKind(outcome));
  const isEntered = !isMeasured || countOutcome(published, { outcome, decision, costUnits }).isEntered;
  return isEntered ? decision.r_multiple : outcome.r_multiple;
}

function getEndState({ state, reason }) {
  if (state === 'closed') return END_STATES[reason];
  if (reason === 'no_prices') return 'no_prices';
  return reason === 'unproven' ? 'not_measurable' : state;
}

/** Rounds half away from zero, to two decimals. */
function roundR(r) {
  if (r === null) return null;
  const hundredths = Math.floor((Math.abs(toUnits(r)) + 50) / 100);
  return `${hundredths > 0 && Number(r) < 0 ? '-' : ''}${(hundredths / 100).toFixed(2)}`;
}

/** R in ten-thousandths, so that sums are exact. */
const toUnits = (r) => Math.round(Number(r) * UNITS_PER_R);
const UNITS_PER_R = 10_000;

const addDays = (date, days) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** Results are released at midnight, and their entries within minutes. */
const RELEASE_MS = 20 * MINUTE;
const isReleaseTime = (now) => toKarachiDate(now) !== toKarachiDate(now - RELEASE_MS);

const hasValidTerms = ({ cost_percent, release_days }) =>
  /^\d{1,2}(?:\.\d{1,2})?$/.test(cost_percent) &&
  Number.isSafeInteger(release_days) &&
  release_days >= 0 &&
  release_days <= LONGEST_RELEASE_DAYS;

/** Returns what decides which results count: the costs in hundredths of a percent, and the last end of released premium signals. */
function readTerms({ cost_percent, release_days }, { releaseTerms, now }) {
  const ends = releaseTerms.map(({ days, until }) => addDays(toKarachiDate(Date.parse(until)), -days));
  const lastEnd = [...ends, addDays(toKarachiDate(now - RELEASE_MS), -release_days)].sort().at(-1);
  return { costUnits: Math.round(Number(cost_percent) * 100), lastEnd, now };
}

/** Returns how what the figures count contradicts the record, or `null`. */
function findHeadlineProblem({ counts_as: kind, headline_r: r }, recorded, terms) {
  const { kinds, result } = getCounted(recorded, terms);
  if (kinds.includes(kind) && isSame(r, kind === 'closed' ? result : null)) return null;
  const expected = kinds.map((each) => describeCounted(each, result)).join(' or ');
  return `the figures count ${describeCounted(kind, r)}, by the record ${expected}.`;
}

function describeCounted(kind, r) {
  if (kind === 'closed') return `${/^-?\d{1,9}\.\d{4}$/.test(r) ? r : show(r)} R`;
  return (kind ?? null) === null ? 'nothing' : show(kind);
}

/** Returns what the figures may count a signal as, and the result after costs of one that is closed. */
function getCounted({ published, outcome: last, final, firstEnd, decision }, { costUnits, lastEnd, now }) {
  const outcome = final ?? last;
  if (!outcome) return { kinds: [null], result: null };
  const ends = [firstEnd, decision && toKarachiDate(Date.parse(decision.decided_at))].filter(Boolean);
  const isPublic = published.signal_type === 'intraday' || ends.some((date) => date <= lastEnd);
  const { kind, r } = countOutcome(published, { outcome, decision, costUnits });
  const isFree = decision?.kind === 'void' && isFreeVoid(published, outcome, decision);
  const own = kind === 'in_progress' ? getProgressKinds(published, outcome, now) : [kind];
  const kinds = isFree === null ? [...own, 'voided'] : isFree ? ['voided'] : own;
  return { kinds: isPublic ? kinds : [...kinds, null], result: (r / UNITS_PER_R).toFixed(4) };
}

/** The result that an administrator entered counts if it is worse than the evaluated one, which is zero without a fill. */
function countOutcome({ entry_price, stop_loss }, { outcome, decision, costUnits }) {
  const risk = Math.abs(toPaisa(entry_price) - toPaisa(stop_loss));
  const getResult = ({ r_multiple, fill_price }) =>
    toUnits(r_multiple) - Math.round((toPaisa(fill_price) * costUnits) / risk);
  const kind = getKind(outcome);
  const r = kind === 'closed' ? getResult(outcome) : 0;
  const isOverridable = decision?.kind === 'override' && (kind === 'closed' || kind === 'not_filled');
  const isEntered = isOverridable && getResult(decision) < r;
  return isEntered ? { kind: 'closed', r: getResult(decision), isEntered } : { kind, r, isEntered };
}

/** The trading days of the validity and of the time limit. */
const TERMS = { intraday: [1, 1], swing: [10, 60], investment: [20, 250] };
/** Prices are overdue after so many more. */
const OVERDUE_DAYS = 5;
/** Trading days are fewer calendar days than so many for each, with holidays in addition. */
const DAYS_PER_TRADING_DAY = 1.6;
const HOLIDAYS = 14;

/** Returns what a signal that has not ended counts as: when its prices have been missing for long enough, it is certainly overdue. */
function getProgressKinds({ signal_type, created_at }, { state }, now) {
  const [validity, limit] = TERMS[signal_type] ?? TERMS.investment;
  const days = ((state === 'open' ? limit : validity) + OVERDUE_DAYS) * DAYS_PER_TRADING_DAY + HOLIDAYS;
  return now - Date.parse(created_at) > days * DAY ? ['overdue'] : ['in_progress', 'overdue'];
}

function getKind(outcome) {
  const { state } = outcome;
  if (state === 'closed') return state;
  if (state === 'pending' || state === 'open') return 'in_progress';
  const end = getEndState(outcome);
  if (end === 'not_measurable') return 'unproven';
  return end === 'no_prices' ? end : 'not_filled';
}

/**
 * Returns whether a void removed its signal from the figures, and `null` if the record does not show it: in session that depends on intraday
 * prices, and voids of earlier releases depend on the calendar.
 */
function isFreeVoid({ created_at }, { fill_date, bars }, { decided_at, void_effect: effect }) {
  if (effect === BY_INTRADAY_PRICES) {
    const isFilledAtOnce = fill_date === toKarachiDate(Date.parse(created_at));
    return !isFilledAtOnce || bars?.some((bar) => bar.date === fill_date && bar.is_intraday) ? null : false;
  }
  if (effect !== null) return effect === REMOVED;
  const decided = Date.parse(decided_at);
  const sincePublication = decided - Date.parse(created_at);
  if (sincePublication <= NEXT_PRICE_MS) return null;
  const isBeforeFill = fill_date === null || decided < Date.parse(fill_date + LATEST_OPEN);
  return isBeforeFill && sincePublication <= LONGEST_CLOSURE_DAYS * DAY ? null : false;
}

/** The days of each period of `/performance`. The line of the last 12 months has those of the year. */
const PERIODS = { all: 1_000_000, '3M': 92, '6M': 183, '1Y': 366 };

/** Compares the figures of a site with those of the results that the record allows. */
function compareFigures({ performance, recent }, counted, now) {
  const calculate = (days) => {
    const first = addDays(toKarachiDate(now), -days);
    return calculateFigures(counted.filter(({ publishedOn }) => publishedOn >= first));
  };
  const differences = Object.entries(PERIODS).flatMap(([period, days]) => {
    const { statistics, without_voided } = performance[period];
    const shown = { ...statistics, without_voided: without_voided && pick(without_voided, HEADLINE_MEMBERS) };
    const { average: _, ...figures } = calculate(days);
    return listDifferences(`on /performance${period === 'all' ? '' : `?period=${period}`}`, shown, figures);
  });
  const { closed, won, average, unmeasurable_rate } = calculate(PERIODS['1Y']);
  const line = { closed, won, average_r: average, unmeasurable_rate };
  return [...differences, ...listDifferences('of the last 12 months', recent, line)];
}

function listDifferences(place, shown, figures) {
  const different = Object.entries(figures).filter(([name, value]) => !isSame(shown[name], value));
  return different.map(([name, value]) => ({
    sequence: null,
    message: `The figure ${name} ${place} is ${show(shown[name])}, by the record ${show(value)}.`,
  }));
}

/** Returns the figures of what a site counts. Each is calculated in the order of the server, because both are rounded. */
function calculateFigures(counted) {
  const ofKind = (kind) => counted.filter((each) => each.kind === kind);
  const closed = ofKind('closed');
  const kinds = ['not_filled', 'unproven', 'no_prices', 'overdue', 'voided'];
  const [not_filled, unproven, without_prices, overdue, voided] = kinds.map((kind) => ofKind(kind).length);
  const unmeasurable = unproven + without_prices + overdue;
  const isDecided = (kind) => (each) =>
    each.decision === kind && each.kind !== null && each.kind !== 'voided';
  const voided_later = counted.filter(isDecided('void')).length;
  const others = closed.filter(({ decision }) => decision !== 'void');
  return {
    published: counted.filter(({ kind }) => kind !== null).length,
    ...calculateHeadline(closed),
    lost: closed.filter(({ r }) => r < 0).length,
    not_filled,
    unproven,
    without_prices,
    overdue,
    unmeasurable_rate: format((100 * unmeasurable) / (closed.length + not_filled + unmeasurable), 1),
    voided,
    voided_later,
    without_voided: voided_later === 0 ? null : pick(calculateHeadline(others), HEADLINE_MEMBERS),
    overridden: counted.filter(isDecided('override')).length,
  };
}

function calculateHeadline(closed) {
  const won = closed.filter(({ r }) => r > 0).length;
  const mean = closed.reduce((sum, { r }) => sum + r, 0) / closed.length / UNITS_PER_R;
  return {
    closed: closed.length,
    won,
    win_rate: format(100 * (won / closed.length), 2),
    expectancy: format(mean, 3),
    average: format(mean, 2),
  };
}

/** Of no signals there is nothing to calculate. */
const format = (value, decimals) =>
  Number.isNaN(value) ? null : value.toFixed(decimals).replace(/^-(0\.?0*)$/, '$1');

/** A site limits the requests of a client. */
const LIMITED_ATTEMPTS = 10;
const LONGEST_WAIT_SECONDS = 60;

async function loadBytes(url, maxBytes) {
  let response;
  let bytes = null;
  try {
    for (let attempt = 1; ; attempt += 1) {
      response = await fetch(url);
      if (response.status !== 429 || attempt === LIMITED_ATTEMPTS) break;
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await wait(Math.min(seconds >= 0 ? seconds : 1, LONGEST_WAIT_SECONDS) * 1000);
    }
    if (response.ok) bytes = await readBody(response, maxBytes);
  } catch (error) {
    throw new Error(`${url} cannot be loaded. Check the connection and try again.`, { cause: error });
  }
  if (!response.ok)
    throw new Error(
      `${url} cannot be loaded: the server responded with ${response.status}. Try again later.`,
    );
  if (bytes === null)
    throw new Error(`${url} cannot be loaded: the response is longer than ${maxBytes / MEGABYTE} MB.`);
  return bytes;
}

/** Returns the body of a response, or `null` if it is longer. */
async function readBody({ body }, maxBytes) {
  const reader = body.getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
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
  sealedPublications,
  heads,
  lastHead,
  lastEntry,
  keys,
  compared,
  formatVersion,
  rulesVersion,
  earlierContents,
  earlierResults,
  pages = null,
  areFiguresCompared = false,
  findings = [],
  isChanging = false,
}) {
  const place = problem && problem.line !== null ? `Line ${problem.line}: ` : '';
  const problems = problem ? [place + problem.message] : listFindings(findings);
  if (isChanging) return ['The site kept changing while it was verified.', CHANGING, ...problems];
  if (problem) return ['The record is NOT valid.', ...problems];
  if (findings.length > 0) return ['The site contradicts its record.', ...problems];
  if (lastEntry === null) return ['The record is empty.'];
  const unsigned = entries - (lastHead?.sequence ?? 0);
  return [
    'The record is valid.',
    `${count(entries, 'entry', 'entries')}: ${formatCount(revealed)} with their content, ${formatCount(sealed)} sealed.`,
    ...(sealedPublications > 0 ? [`Sealed publications: ${formatCount(sealedPublications)}.`] : []),
    `Last entry: ${lastEntry.sequence}, ${lastEntry.time}, hash ${lastEntry.hash}.`,
    lastHead
      ? `${count(heads, 'signed head', 'signed heads')}, the newest of entry ${lastHead.sequence}, ${lastHead.time}, key ${lastHead.key}.`
      : 'No head is signed.',
    ...(lastHead && unsigned > 0
      ? [`Not signed yet: ${count(unsigned, 'newer entry', 'newer entries')}.`]
      : []),
    ...(keys.length > 1 ? [`Keys so far: ${keys.length}.`] : []),
    ...(formatVersion > 0 ? [describeVersions(formatVersion, rulesVersion)] : []),
    ...(earlierContents + earlierResults > 0 ? [describeEarlier(earlierContents, earlierResults)] : []),
    ...(compared > 0 ? [`Matches the saved copy: ${count(compared, 'hash', 'hashes')} compared.`] : []),
    ...(pages === null ? [] : describePages(pages, areFiguresCompared)),
  ];
}

const CHANGING = `Each of ${ROUNDS} attempts found something else, so that nothing is certain: verify again later. The last one found:`;

/** An operator can keep to an earlier format or to earlier rules, of which less is verified. */
const describeVersions = (format, rules) =>
  `The newest public content is in format ${format}${rules > 0 ? `, and the newest result by version ${rules} of the rules` : ''}.`;

const describeEarlier = (contents, results) =>
  `${count(contents, 'content is', 'contents are')} in format 1, and ${count(results, 'result is', 'results are')} by rules before version ${RULES_VERSION}: the newer checks do not apply to them.`;

const SHOWN_FINDINGS = 20;

function listFindings(findings) {
  const more = findings.length - SHOWN_FINDINGS;
  return [
    ...findings.slice(0, SHOWN_FINDINGS),
    ...(more > 0 ? [`And ${count(more, 'more contradiction', 'more contradictions')}.`] : []),
  ];
}

const describePages = (pages, areFiguresCompared) => [
  `The ${pages === 1 ? 'page of the public signal matches' : `pages of ${formatCount(pages)} public signals match`} the record.`,
  areFiguresCompared
    ? 'The figures of /performance follow from the record.'
    : 'The figures of /performance were not compared: results are being released. Verify again in 20 minutes.',
];

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
