/** The interface of positions for the other features. */

export { loadSamplePositions } from '#features/positions/sample/sample-positions.ts';
export { levelAlertQueue, readAlertedLevels, scheduleLevels } from './levels.ts';
export { deletePositions, exportPositions } from './positions.queries.ts';
