/** The limits of messages, which the real service does not publish exactly. */
export interface FloodLimits {
  /** Messages of the bot within any second. */
  perSecond: number;
  /** Messages to one chat within any second. */
  perChatSecond: number;
  /** How long the bot is blocked after it exceeded one. */
  retryAfterSeconds: number;
}

const SECOND_MS = 1_000;

/** Counts messages over sliding seconds. During a block every message is rejected, also to other chats. */
export function createLimits(given: Partial<FloodLimits>, now: () => number) {
  const { perSecond, perChatSecond, retryAfterSeconds } = {
    perSecond: 30,
    perChatSecond: 1,
    retryAfterSeconds: 35,
    ...given,
  };
  let recent: { chatId: number; at: number }[] = [];
  let blockedUntil = 0;
  const block = (seconds: number) => {
    blockedUntil = now() + seconds * SECOND_MS;
  };
  return {
    block,
    /** Returns `null` for a message within the limits, else the number of seconds to wait. */
    take(chatId: number): number | null {
      const at = now();
      if (at < blockedUntil) return Math.ceil((blockedUntil - at) / SECOND_MS);
      recent = recent.filter((message) => message.at > at - SECOND_MS);
      const toChat = recent.filter((message) => message.chatId === chatId).length;
      if (recent.length < perSecond && toChat < perChatSecond) {
        recent.push({ chatId, at });
        return null;
      }
      const seconds = recent.length < perSecond ? 1 : retryAfterSeconds;
      if (recent.length >= perSecond) block(seconds);
      return seconds;
    },
  };
}
