/**
 * - `connecting`: the first attempt.
 * - `live`: events arrive as they happen.
 * - `reconnecting`: the connection was lost; nothing is, because it resumes.
 * - `polling`: streams do not work here, so the data is queried repeatedly.
 */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'polling';
