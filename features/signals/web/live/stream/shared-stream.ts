import {
  formatVersions,
  parseVersions,
  type StreamEnd,
  type StreamReady,
  type Versions,
} from '#features/signals/contract/stream.ts';
import { type Connection, connect, type LiveState, type StreamEvent } from './stream-connection.ts';

/** The tab that leads reports its state this often. */
const BEAT_MS = 15_000;
/** A tab that hears nothing for longer takes the lead: the browser may have frozen the tab that leads. */
const SILENCE_MS = 60_000;

type Message =
  /** Asks for the state. */
  | { kind: 'hello' }
  /** The ID names the versions of the stream. */
  | { kind: 'state'; state: LiveState; lastEventId: string; types: readonly string[] }
  /** `isSpread` applies to `ready`: other browsers have received it at the same time. */
  | { kind: 'event'; event: StreamEvent; isSpread: boolean }
  /** Asks to connect again, because the user may read more than before. */
  | { kind: 'reconnect' };

export interface StreamHandlers {
  /** An event that changes the data. Its ID is the version of its type. */
  onEvent: (event: StreamEvent) => void;
  /**
   * The stream has these versions, and every later event will be received. Data of other versions must be loaded again;
   * `isSpread` if other pages learn it at the same time.
   */
  onStart: (versions: Versions, isSpread: boolean) => void;
  /** The data must be loaded again, whatever its version. */
  onReload: () => void;
  onAccessEnded: () => void;
  onState: (state: LiveState, types: readonly string[]) => void;
}

interface SharedStreamOptions extends StreamHandlers {
  /** The account whose tabs share the stream. */
  scope: string;
  /** Returns whether this browser is still signed in to that account. */
  isCurrent: () => boolean;
  open: (signal: AbortSignal) => Promise<Response>;
  /** The data is loaded again at a random time within this, because all pages are asked at the same time. */
  reloadSpreadMs: number;
  /** `null` where the browser has none of them: then the tab has its own connection. */
  locks: Pick<LockManager, 'request'> | null;
}

/**
 * Receives a stream together with the other tabs of an account: one of them leads, which has the connection and passes its
 * events on. When it is closed, another one takes the lead.
 */
export class SharedStream {
  readonly #options: SharedStreamOptions;
  readonly #name: string;
  readonly #channel: BroadcastChannel | null;
  readonly #beat: ReturnType<typeof setInterval>;
  #versions: Versions = new Map();
  #state: LiveState = 'connecting';
  #types: readonly string[] = [];
  #hasStarted = false;
  /** Only this browser connects now, because a tab takes the lead or the user has returned: what was missed is shown at once. */
  #isAwaited = false;
  /** Only the tab that leads has one. */
  #connection: Connection | null = null;
  #lastHeardAt = Date.now();
  #reloading: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #waiting = new AbortController();
  #releaseLock = () => {};

  constructor(options: SharedStreamOptions) {
    this.#options = options;
    // Tabs of releases with other messages use another name.
    this.#name = `tezi:signals 2 ${options.scope}`;
    // Every browser with locks has channels.
    this.#channel = options.locks && new BroadcastChannel(this.#name);
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#listen(data));
    this.#beat = setInterval(() => this.#checkLead(), BEAT_MS);
    this.#post({ kind: 'hello' });
    if (options.locks === null) this.#lead();
    else this.#waitForLead(options.locks);
  }

  /** Connects now if the connection is lost, and the tab that leads if it does not respond. */
  wake(): void {
    this.#lastHeardAt = Date.now();
    const isLost = this.#connection?.retry() === true;
    if (isLost || this.#state !== 'live') this.#isAwaited = true;
    if (this.#connection === null) this.#post({ kind: 'hello' });
  }

  /** Gives up the connection, because the network is gone, and reconnects. */
  drop(): void {
    this.#connection?.drop();
  }

  /** Connects again to receive what the user may read now. */
  reconnect(): void {
    if (this.#connection === null) this.#post({ kind: 'reconnect' });
    else {
      this.#stopLeading();
      this.#lead();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beat);
    clearTimeout(this.#reloading);
    this.#stopLeading();
    this.#channel?.close();
    this.#waiting.abort();
    this.#releaseLock();
  }

  #post(message: Message): void {
    if (this.#options.isCurrent()) this.#channel?.postMessage(message);
  }

  #postState(): void {
    const lastEventId = formatVersions(this.#versions);
    this.#post({ kind: 'state', state: this.#state, lastEventId, types: this.#types });
  }

  #listen(message: Message): void {
    // Signed out or signed in to another account since: neither show nor report anything of this one.
    if (!this.#options.isCurrent()) return;
    this.#lastHeardAt = Date.now();
    if (this.#connection !== null) {
      if (message.kind === 'hello') this.#postState();
      if (message.kind === 'reconnect') this.reconnect();
    } else if (message.kind === 'event') this.#receive(message.event, message.isSpread);
    else if (message.kind === 'state') {
      this.#types = message.types;
      // The tab that leads repeats its versions. While it connects, it does not receive the events after them.
      if (message.state === 'live' && message.lastEventId !== formatVersions(this.#versions))
        this.#start(message.lastEventId, false);
      this.#setState(message.state);
    }
  }

  /** Handles an event in every tab. */
  #receive(event: StreamEvent, isSpread: boolean): void {
    if (event.name === 'ready') {
      this.#types = (event.data as StreamReady).signal_types;
      // The server may have asked to load the data again while this browser had no connection.
      if (this.#hasStarted) this.#reloadLater();
      this.#start(event.id ?? '', this.#hasStarted && isSpread && !this.#isAwaited);
    } else if (event.name === 'end') {
      if ((event.data as StreamEnd).reason === 'access') this.#options.onAccessEnded();
    } else if (event.name === 'reload') this.#reloadLater();
    else {
      this.#versions = new Map([...this.#versions, ...parseVersions(event.id ?? '')]);
      this.#options.onEvent(event);
    }
  }

  #start(id: string, isSpread: boolean): void {
    this.#hasStarted = true;
    this.#versions = parseVersions(id);
    this.#options.onStart(this.#versions, isSpread);
  }

  #reloadLater(): void {
    this.#reloading ??= setTimeout(() => {
      this.#reloading = undefined;
      if (this.#options.isCurrent()) this.#options.onReload();
    }, Math.random() * this.#options.reloadSpreadMs);
  }

  #setState(next: LiveState): void {
    this.#state = next;
    if (next === 'live') this.#isAwaited = false;
    this.#options.onState(next, this.#types);
  }

  #lead(): void {
    this.#isAwaited = true;
    this.#connection = connect({
      open: this.#options.open,
      onEvent: (event) => {
        if (!this.#options.isCurrent()) return;
        const isSpread = !this.#isAwaited;
        this.#receive(event, isSpread);
        this.#post({ kind: 'event', event, isSpread });
      },
      onState: (next) => {
        this.#setState(next);
        this.#postState();
      },
    });
    this.#postState();
  }

  #stopLeading(): void {
    this.#connection?.close();
    this.#connection = null;
  }

  /** Waits for the lock of the tab that leads, which the browser releases when the tab is closed or crashes. */
  #waitForLead(locks: Pick<LockManager, 'request'>): void {
    this.#waiting = new AbortController();
    this.#requestLead(locks, { signal: this.#waiting.signal });
  }

  #requestLead(locks: Pick<LockManager, 'request'>, options: LockOptions): void {
    let isLeading = false;
    const hold = () => {
      if (this.#isClosed) return undefined;
      isLeading = true;
      this.#lead();
      return new Promise<void>((resolve) => (this.#releaseLock = resolve));
    };
    locks.request(this.#name, options, hold).catch(() => {
      if (this.#isClosed || options.signal?.aborted) return;
      // Locks may not be used here, so this tab is on its own.
      if (!isLeading) return this.#lead();
      // Another tab has taken the lead.
      this.#stopLeading();
      this.#waitForLead(locks);
    });
  }

  /** Reports the state if this tab leads, and takes the lead from a tab that does not respond. */
  #checkLead(): void {
    const { locks } = this.#options;
    if (this.#connection !== null) this.#postState();
    else if (locks && Date.now() - this.#lastHeardAt > SILENCE_MS && document.visibilityState === 'visible') {
      this.#waiting.abort();
      this.#requestLead(locks, { steal: true });
    }
  }
}
